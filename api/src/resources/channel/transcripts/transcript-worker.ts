// Runs in its own thread. `readTranscript` ends the thread when it takes too much time or memory.
import { parentPort, workerData } from 'node:worker_threads';
import { parseTranscript } from './parse-transcript.ts';

const { bytes }: { bytes: Uint8Array } = workerData;

parentPort?.postMessage(parseTranscript(bytes));
