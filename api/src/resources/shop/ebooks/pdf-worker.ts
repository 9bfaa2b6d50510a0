// Runs in its own thread. `createPdfReader` ends the thread when it takes too much time or memory.
import { parentPort, workerData } from 'node:worker_threads';
import { readPdf } from './pdf-facts.ts';

const { bytes }: { bytes: Uint8Array } = workerData;

parentPort?.postMessage(await readPdf(bytes));
