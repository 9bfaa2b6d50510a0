// Runs in its own thread. `createAudioReader` ends the thread when it takes too much time or memory.
import { parentPort, workerData } from 'node:worker_threads';
import { readAudio } from './audio-facts.ts';

const { bytes }: { bytes: ReadableStream<Uint8Array> } = workerData;

parentPort?.postMessage(await readAudio(bytes));
