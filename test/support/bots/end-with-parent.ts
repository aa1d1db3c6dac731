/** Preloaded into the processes that tests start: each ends with the test process, whose death closes its standard input. */
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume();
if ('unref' in process.stdin) process.stdin.unref();
