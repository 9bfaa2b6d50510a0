// Loaded before the entry of every process that the site starts: none outlives the one that started it, even when that one
// was killed. The channel alone keeps no process running.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
