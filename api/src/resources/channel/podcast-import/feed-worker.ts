// Runs in its own thread. `readFeed` ends the thread when it takes too much time or memory.
import { parentPort, workerData } from 'node:worker_threads';
import { parseFeed } from './parse-feed.ts';

const { bytes, now }: { bytes: Uint8Array; now: number } = workerData;

parentPort?.postMessage(parseFeed(bytes, now));
