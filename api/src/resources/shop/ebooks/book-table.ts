import { type BookTable, type BookTableSchema, MOST_TABLE_BOOKS, type TableBook } from '@site/shared/contracts/admin-ebooks.ts';
import { byCurrency } from '@site/shared/money/currencies.ts';
import { manyLines } from '@site/shared/texts/plain-text.ts';
import * as v from 'valibot';
import type { Deps } from '../../../platform/deps.ts';
import { FileProblem, identifyFile, readCsvRecords } from '../../people/imports/csv-records.ts';
import { findColumns, normalizeName } from '../../people/imports/import-columns.ts';
import { makeEbookId } from './admin-ebooks.service.ts';

const columns = {
  title: ['titulo', 'title'],
  author: ['autor', 'autora', 'autoria', 'author'],
  description: ['descricao', 'description'],
  language: ['idioma', 'language'],
  pdf: ['pdf', 'arquivo', 'file'],
  cover: ['capa', 'cover'],
  ...byCurrency((currency) => [currency, `preco ${currency}`, `price ${currency}`].map((name) => name.toLowerCase())),
} as const;

async function readBooks(bytes: Uint8Array): Promise<Omit<TableBook, 'isKnown'>[]> {
  async function* file() {
    yield bytes;
  }
  const { encoding } = await identifyFile(file());
  const books: Omit<TableBook, 'isKnown'>[] = [];
  let read: ReturnType<typeof findColumns<typeof columns>> | null = null;
  for await (const record of readCsvRecords(file(), encoding)) {
    if (!read) {
      read = findColumns(record.cells, columns, ['title', 'pdf', 'cover']);
      continue;
    }
    if (books.length === MOST_TABLE_BOOKS) throw new FileProblem('too_many_rows');
    const cells = read(record);
    books.push({
      line: record.line,
      title: cells('title'),
      author: cells('author'),
      description: cells('description', manyLines),
      language: normalizeName(cells('language')).startsWith('en') || normalizeName(cells('language')).startsWith('ing') ? 'en' : 'pt-BR',
      listPrices: byCurrency((currency) => cells(currency)),
      pdf: cells('pdf'),
      cover: cells('cover'),
    });
  }
  if (books.length === 0) throw new FileProblem('no_rows');
  return books;
}

/**
 * Reads a table of books and marks those whose id the shop already has. A second book with the same title gets a numbered id and is looked
 * up by it.
 */
export async function readBookTable({ data }: Pick<Deps, 'data'>, { csv }: v.InferOutput<typeof BookTableSchema>): Promise<BookTable> {
  try {
    const books = await readBooks(Buffer.from(csv, 'base64'));
    const count = new Map<string, number>();
    const ids = books.map(({ title }) => {
      const id = makeEbookId(title, 'ebook');
      const no = (count.get(id) ?? 0) + 1;
      count.set(id, no);
      return no === 1 ? id : `${id.slice(0, 76)}-${no}`;
    });
    const taken = new Set(v.parse(v.array(v.string()), await data.sql.listTakenIds({ ids })));
    return { problem: null, books: books.map((book, index) => ({ ...book, isKnown: taken.has(ids[index] ?? '') })) };
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    return { problem: error.problem, books: [] };
  }
}
