import type { TableBook } from '@site/shared/contracts/admin-ebooks.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { oneLine } from '@site/shared/texts/plain-text.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../signed-in/api.ts';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { base64Of } from '../../files/base64-of.ts';
import { folderTexts } from './folder-texts.ts';

const LARGEST_TABLE = 170_000;

type BookFiles = { readonly pdf: File | undefined; readonly cover: File | undefined };
export type Folder = { readonly books: readonly TableBook[]; readonly filesOf: (book: TableBook) => BookFiles };

/** The table's cells are lines of text, so file names are normalised in the same way. */
const nameOf = (name: string) => oneLine(name).normalize('NFC').toLowerCase();

function folderOf(books: readonly TableBook[], chosen: readonly File[]): Folder {
  const files = new Map(chosen.map((file) => [nameOf(file.name), file]));
  return { books, filesOf: ({ pdf, cover }) => ({ pdf: files.get(nameOf(pdf)), cover: files.get(nameOf(cover)) }) };
}

/** Holds the chosen folder: its table as the API reads it, and the files that the table names. */
export function useFolder() {
  const t = useTexts(folderTexts);
  const [folder, setFolder] = useState<Folder | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const read = useMutation({
    mutationFn: async (chosen: readonly File[]) => {
      const tables = chosen.filter(({ name }) => /\.(csv|tsv)$/i.test(name));
      const [table] = tables;
      if (!table || tables.length > 1) return { problem: t.oneTable, folder: null };
      if (table.size > LARGEST_TABLE) return { problem: t.problems.too_large, folder: null };
      const answer = await api('POST /api/admin/book-tables', { body: { csv: await base64Of(table) } });
      if (answer.problem) return { problem: t.problems[answer.problem], folder: null };
      return { problem: null, folder: folderOf(answer.books, chosen) };
    },
    onMutate: () => {
      setFolder(null);
      setProblem(null);
    },
    onSuccess: (found) => {
      setProblem(found.problem);
      setFolder(found.folder);
    },
  });
  const failure = useFailureText(read.error);

  return { folder, isReading: read.isPending, read: read.mutate, problem: problem ?? (read.error ? failure : null) };
}
