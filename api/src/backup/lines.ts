import { createReadStream } from 'node:fs';

const NEWLINE = 0x0a;

/** Yields the lines of a file in portions of about `size` bytes. Each portion holds whole lines, joined by newlines. */
export async function* portionsOfLines(file: string, size: number): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(file, { highWaterMark: size }) as AsyncIterable<Buffer>) {
    // Splitting at the newline byte is safe: no other UTF-8 character contains this byte, and JSON escapes newlines in strings.
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
