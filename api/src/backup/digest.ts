import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

const NEWLINE = 0x0a;

export type Digest = { bytes: number; sha256: string };

/** Returns the size, SHA-256 and line count of a file, in one pass. */
export async function digestOf(file: string): Promise<{ digest: Digest; lines: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  let newlines = 0;
  let last: number | undefined = NEWLINE;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) newlines += 1;
    last = chunk.at(-1);
  }
  return { digest: { bytes, sha256: hash.digest('hex') }, lines: newlines + (last === NEWLINE ? 0 : 1) };
}
