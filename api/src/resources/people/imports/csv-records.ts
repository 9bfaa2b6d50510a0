import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ImportProblem } from '@site/shared/contracts/admin-imports.ts';
import { CsvError, parse } from 'csv-parse';

/** The file cannot be imported at all. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly problem: ImportProblem;
  constructor(problem: ImportProblem) {
    super(problem);
    this.problem = problem;
  }
}

type Bytes = AsyncIterable<Uint8Array>;
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The longest row. Rows in the export files of shops are shorter, so a longer row means that a quotation mark was never closed. */
const LONGEST_RECORD = 200_000;
/** The largest number of columns, which is more than any shop uses. Thousands of empty cells in each row would take seconds. */
const MOST_COLUMNS = 1_000;
const BEGINNING = 4_096;
/** Limits the search for the heading, because each portion searches the whole text read so far. */
const LONGEST_HEADING = 65_536;

const startsWith = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);

/**
 * Returns the encoding that the first bytes show. Null when only the whole file can show it. Throws `FileProblem` for a file that is not
 * text.
 */
function detectEncoding(beginning: Uint8Array): Encoding | null {
  if (startsWith(beginning, 0x50, 0x4b, 0x03, 0x04) || startsWith(beginning, 0xd0, 0xcf, 0x11, 0xe0)) throw new FileProblem('spreadsheet');
  if (startsWith(beginning, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(beginning, 0xfe, 0xff)) return 'utf-16be';
  const zeros = [0, 0];
  for (const [index, byte] of beginning.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd > 0) {
    // In UTF-16 without a byte order mark, every other byte of plain letters is zero.
    const half = beginning.length / 2;
    if (even === 0 && odd > half / 2) return 'utf-16le';
    if (odd === 0 && even > half / 2) return 'utf-16be';
    throw new FileProblem('not_text');
  }
  if (startsWith(beginning, 0x25, 0x50, 0x44, 0x46, 0x2d)) throw new FileProblem('not_text');
  return null;
}

/**
 * Yields the portions of a file and lets other work run before each. Portions that are already available would otherwise block the event
 * loop.
 */
async function* inTurns(file: Bytes): AsyncGenerator<Uint8Array> {
  for await (const chunk of file) {
    await nextTurn();
    yield chunk;
  }
}

/**
 * Returns the digest of a file's bytes and the encoding of its text. Throws `FileProblem` for an empty file and for one that is not text.
 */
export async function identifyFile(file: Bytes): Promise<{ digest: string; encoding: Encoding }> {
  const hash = createHash('sha256');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let beginning = new Uint8Array();
  let isUtf8 = true;
  for await (const chunk of inTurns(file)) {
    hash.update(chunk);
    if (beginning.length < BEGINNING) beginning = Buffer.concat([beginning, chunk.subarray(0, BEGINNING - beginning.length)]);
    if (isUtf8) isUtf8 = isDecodable(utf8, chunk);
  }
  if (beginning.length === 0) throw new FileProblem('empty');
  const encoding = detectEncoding(beginning) ?? (isUtf8 && isDecodable(utf8) ? 'utf-8' : 'windows-1252');
  return { digest: hash.digest('hex'), encoding };
}

function isDecodable(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** Yields the decoded text portion by portion, with `\n` as the only line break. */
async function* decode(file: Bytes, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let held = '';
  for await (const chunk of inTurns(file)) {
    const text = held + decoder.decode(chunk, { stream: true });
    // The second half of a line break may be in the next portion.
    held = text.endsWith('\r') ? '\r' : '';
    yield text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n');
  }
  yield (held + decoder.decode()).replace(/\r\n?/g, '\n');
}

const SEPARATORS = [',', ';', '\t'] as const;

/** Returns the separator that is most frequent in the heading, outside of quotation marks that are closed. */
function detectSeparator(text: string): string {
  const parts = text.trimStart().split('"');
  const heading =
    parts
      .filter((_, index) => index % 2 === 0 || index === parts.length - 1)
      .join('')
      .split('\n', 1)[0] ?? '';
  const counted = SEPARATORS.map((separator) => ({ separator, count: heading.split(separator).length }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.separator ?? ',';
}

export type CsvRecord = {
  /** The line of the file where the record begins. */
  line: number;
  cells: readonly string[];
};

/**
 * Yields the records of a file one after another, without empty lines. Only the part being read is in memory. Throws `FileProblem` for a
 * quotation mark that is never closed, and for too many columns.
 */
export async function* readCsvRecords(file: Bytes, encoding: Encoding): AsyncGenerator<CsvRecord> {
  const texts = decode(file, encoding);
  let beginning = '';
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    beginning += next.value;
    if (beginning.length >= LONGEST_HEADING || beginning.trimStart().includes('\n')) break;
  }
  const parser = parse({
    delimiter: detectSeparator(beginning.slice(0, LONGEST_HEADING)),
    record_delimiter: '\n',
    info: true,
    max_record_size: LONGEST_RECORD,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  });
  async function* whole() {
    yield beginning;
    yield* texts;
  }
  // Errors are thrown where the records are read below. A caller that stops reading ends the pipeline.
  pipeline(whole, parser, () => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (record.length > MOST_COLUMNS) throw new FileProblem('too_many_columns');
      const breaks = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
      yield { line: info.lines - breaks, cells: record };
    }
  } catch (error) {
    throw error instanceof CsvError ? new FileProblem('quotes') : error;
  }
}
