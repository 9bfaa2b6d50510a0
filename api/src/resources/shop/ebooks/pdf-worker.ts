// Runs in a thread of its own, which `createPdfReader` ends when it takes too much time or memory.
import { parentPort, workerData } from 'node:worker_threads';
import { readPdf } from './pdf-facts.ts';

const { bytes }: { bytes: Uint8Array } = workerData;

parentPort?.postMessage(await readPdf(bytes));
