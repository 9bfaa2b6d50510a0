// Loaded before the entry of every process that the site starts, so that no process of the site outlives the process that started it, even
// if the starter was killed. The IPC channel alone does not keep a process running.
import { isMainThread, Worker } from 'node:worker_threads';

const GRACE_MS = 5_000;

/** Runs in its own thread: a database call that never returns blocks all events of its process, even SIGTERM. */
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
