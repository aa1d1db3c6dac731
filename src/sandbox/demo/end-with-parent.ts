/** Preloaded into a process that must end with its parent: the parent's death closes its standard input. */
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume();
if ('unref' in process.stdin) process.stdin.unref();
