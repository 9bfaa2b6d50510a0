// Runs in its own thread. `createSampleCutter` ends the thread when it takes too much time or memory.
import { parentPort, workerData } from 'node:worker_threads';
import { EncryptedPDFError } from '@cantoo/pdf-lib';
import { cutPdf, HiddenLayers, UnfitRange } from './cut-pdf.ts';
import type { SampleWork } from './sample-cutter.ts';

const { bytes: pdf, firstPage, lastPage, title }: SampleWork & { bytes: Uint8Array } = workerData;

/**
 * Returns the problem of a failed cut. Some encrypted files cause a parse error before their encryption is noticed, so the file is searched
 * for `/Encrypt`.
 */
const problemOf = (error: unknown) => {
  if (error instanceof UnfitRange) return error.problem;
  if (error instanceof HiddenLayers) return 'hidden_layers';
  return error instanceof EncryptedPDFError || Buffer.from(pdf).includes('/Encrypt') ? 'encrypted' : 'damaged';
};

try {
  const cut = await cutPdf(pdf, { firstPage, lastPage }, title);
  parentPort?.postMessage(cut, [cut.pdf.buffer]);
} catch (error) {
  parentPort?.postMessage({ problem: problemOf(error), message: error instanceof Error ? error.message.slice(0, 200) : '' });
}
