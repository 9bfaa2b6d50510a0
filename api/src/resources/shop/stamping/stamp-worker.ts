// Runs in its own thread. `createStamper` ends the thread when it takes too much time or memory.
import { parentPort, workerData } from 'node:worker_threads';
import { EncryptedPDFError } from '@cantoo/pdf-lib';
import { stampPdf } from './stamp-pdf.ts';

const { bytes: pdf, line }: { bytes: Uint8Array; line: string } = workerData;

try {
  const stamped = await stampPdf(pdf, line);
  parentPort?.postMessage({ stamped }, [stamped.buffer]);
} catch (error) {
  parentPort?.postMessage({
    // Some encrypted files cause a parse error before their encryption is noticed, so the file is searched for `/Encrypt`.
    reason: error instanceof EncryptedPDFError || Buffer.from(pdf).includes('/Encrypt') ? 'encrypted' : 'damaged',
    message: error instanceof Error ? error.message.slice(0, 200) : '',
  });
}
