import { createReadStream } from 'node:fs';

const NEWLINE = 0x0a;

/** The lines of a file in portions of about `size` bytes, each whole, joined by newlines. */
export async function* portionsOfLines(file: string, size: number): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(file, { highWaterMark: size }) as AsyncIterable<Buffer>) {
    // In UTF-8 no other sign holds this byte, and in JSON a newline inside a text is written otherwise.
    const end = chunk.lastIndexOf(NEWLINE);
    if (end === -1) {
      rest.push(chunk);
      continue;
    }
    yield Buffer.concat([...rest, chunk.subarray(0, end)]).toString('utf8');
    rest = [chunk.subarray(end + 1)];
  }
  const last = Buffer.concat(rest).toString('utf8');
  if (last) yield last;
}

export const linesOf = (portion: string): string[] => (portion === '' ? [] : portion.split('\n'));
