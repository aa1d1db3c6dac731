/** Preloaded into a process that must not outlive the one that started it, whose death closes its standard input. */
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume();
if ('unref' in process.stdin) process.stdin.unref();
