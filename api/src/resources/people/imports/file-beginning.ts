import type { ImportColumn, ImportKind, ImportSource } from '@site/shared/contracts/admin-imports.ts';
import { cut, oneLine } from '@site/shared/texts/plain-text.ts';
import { type CsvRecord, FileProblem, identifyFile, readCsvRecords } from './csv-records.ts';
import { guessColumns } from './import-columns.ts';

const BEGINNING_BYTES = 65_536;
const SHOWN_ROWS = 4;
const NEW_LINE = 0x0a;

/** Returns the columns of a file with their first cells. Empty for a file that cannot be read. */
export async function readColumns(
  file: AsyncIterable<Uint8Array>,
  about: { kind: ImportKind; source: ImportSource },
): Promise<ImportColumn[]> {
  const beginning = await beginningOf(file);
  const [heading, ...rows] = await firstRecords(beginning);
  if (!heading) return [];
  const fields = guessColumns(heading.cells, about);
  return heading.cells.map((name, index) => ({
    name: cut(oneLine(name), 100),
    cells: rows.map(({ cells }) => cut(oneLine(cells[index] ?? ''), 100)),
    field: fields[index] ?? null,
  }));
}

/** Returns whole lines only. Half of a character at the end would be mistaken for another encoding. */
async function beginningOf(file: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > BEGINNING_BYTES) break;
  }
  const bytes = Buffer.concat(chunks);
  return size > BEGINNING_BYTES ? bytes.subarray(0, bytes.lastIndexOf(NEW_LINE) + 1) : bytes;
}

async function firstRecords(bytes: Uint8Array): Promise<CsvRecord[]> {
  async function* file() {
    yield bytes;
  }
  const records: CsvRecord[] = [];
  try {
    const { encoding } = await identifyFile(file());
    for await (const record of readCsvRecords(file(), encoding)) if (records.push(record) > SHOWN_ROWS) break;
  } catch (error) {
    // Reading the whole file reports the problem later.
    if (!(error instanceof FileProblem)) throw error;
  }
  return records;
}
