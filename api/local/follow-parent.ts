// Loaded before the entry of every process that the site starts: none outlives the one that started it, even when that one
// was killed. The channel alone keeps no process running.
import { isMainThread, Worker } from 'node:worker_threads';

const GRACE_MS = 5_000;

/** A thread of its own: a database that never returns lets no event of its process through, SIGTERM included. */
const WATCH = `
  const { workerData } = require('node:worker_threads');
  const watch = setInterval(() => {
    if (process.ppid === workerData.parent) return;
    clearInterval(watch);
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), workerData.graceMs);
  }, 500);
`;

if (isMainThread) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
  new Worker(WATCH, { eval: true, execArgv: [], env: {}, workerData: { parent: process.ppid, graceMs: GRACE_MS } }).unref();
}
