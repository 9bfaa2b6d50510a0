import { type TableBook, WrittenEbookSchema } from '@site/shared/contracts/admin-ebooks.ts';
import { COVER_TYPES, LARGEST_COVER, LARGEST_PDF } from '@site/shared/contracts/ebook-rules.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { type Column, Table } from '@site/shared/patterns/table.tsx';
import { Button, Icon, Link, paths, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type InputHTMLAttributes, useRef, useState } from 'react';
import { useSoldCurrencies } from '../../admin/admin-settings-query.ts';
import { PageHeading } from '../../admin/page-heading.tsx';
import { Panel } from '../../admin/panel.tsx';
import { reasonsIn, reasonsOf } from '../../admin/reasons.ts';
import { SendingProgress } from '../../files/sending-progress.tsx';
import { useSending } from '../../files/use-sending.ts';
import { saveBytes } from '../../library/save-bytes.ts';
import { api, patientApi } from '../../signed-in/api.ts';
import { useFailureText } from '../../signed-in/load-failure.tsx';
import { type BookText, bookText, writtenBook } from './book-text.ts';
import css from './folder-page.module.css';
import { folderTexts } from './folder-texts.ts';
import { problemBefore, useProblems } from './problems.ts';

type Folder = { readonly books: readonly TableBook[]; readonly files: ReadonlyMap<string, File> };
type Fate = { readonly state: 'new' | 'known' | 'sending' | 'added' | 'refused'; readonly reason?: string };

const TONES = { new: 'accent', known: 'neutral', sending: 'neutral', added: 'success', refused: 'danger' } as const;
const nameOf = (name: string) => name.normalize('NFC').trim().toLowerCase();

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Makes drafts of a folder's books, one after the other. What is in the shop stays as it is, so that a folder can be chosen again. */
export function FolderPage() {
  const t = useTexts(folderTexts);
  const { locale } = usePreferences();
  const sold = useSoldCurrencies();
  const sentences = useProblems();
  const client = useQueryClient();
  const sending = useSending();
  const [folder, setFolder] = useState<Folder | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [fates, setFates] = useState<Readonly<Record<number, Fate>>>({});
  const isStopped = useRef(false);

  const read = useMutation({
    mutationFn: async (chosen: readonly File[]) => {
      const tables = chosen.filter(({ name }) => /\.(csv|tsv)$/i.test(name));
      const [table] = tables;
      if (!table || tables.length > 1) return { problem: t.oneTable, folder: null };
      if (table.size > 170_000) return { problem: t.problems.too_large, folder: null };
      const answer = await api('POST /api/admin/book-tables', { body: { csv: await base64Of(table) } });
      if (answer.problem) return { problem: t.problems[answer.problem], folder: null };
      return { problem: null, folder: { books: answer.books, files: new Map(chosen.map((file) => [nameOf(file.name), file])) } };
    },
    onMutate: () => {
      setFates({});
      setFolder(null);
      setProblem(null);
    },
    onSuccess: (found) => {
      setProblem(found.problem);
      setFolder(found.folder);
    },
  });
  const failure = useFailureText(read.error);

  const textOf = (book: TableBook): BookText => ({
    ...bookText(null, locale),
    title: book.title,
    description: book.description,
    language: book.language,
    state: 'draft',
    ...Object.fromEntries(CURRENCIES.map((currency) => [`prices.${currency}`, book.prices[currency]])),
  });
  const filesOf = (book: TableBook) => ({ pdf: folder?.files.get(nameOf(book.pdf)), cover: folder?.files.get(nameOf(book.cover)) });

  /** Everything that can be seen before a file is sent. */
  function fateOf(book: TableBook): Fate {
    const known = fates[book.line];
    if (known) return known;
    if (book.isKnown) return { state: 'known' };
    const { pdf, cover } = filesOf(book);
    if (!pdf) return { state: 'refused', reason: t.missingPdf };
    if (!cover) return { state: 'refused', reason: t.missingCover };
    const early = { pdf: problemBefore(pdf, LARGEST_PDF), cover: problemBefore(cover, LARGEST_COVER) };
    const reasons = {
      ...reasonsOf(WrittenEbookSchema, writtenBook(textOf(book), sold)),
      ...(early.pdf ? { pdf: early.pdf } : {}),
      ...(early.cover ? { cover: early.cover } : {}),
    };
    const [reason] = Object.values(sentences(reasons));
    return reason ? { state: 'refused', reason } : { state: 'new' };
  }

  const send = useMutation({
    mutationFn: async (books: readonly TableBook[]) => {
      isStopped.current = false;
      for (const book of books) {
        if (isStopped.current) return;
        const settle = (fate: Fate) => setFates((before) => ({ ...before, [book.line]: fate }));
        const { pdf, cover } = filesOf(book);
        if (!pdf || !cover) continue;
        settle({ state: 'sending' });
        try {
          await sending.send(
            [
              { file: pdf, purpose: { kind: 'pdf', name: pdf.name } },
              { file: cover, purpose: { kind: 'cover', name: pdf.name } },
            ],
            ([pdfId = '', coverId = ''], signal) =>
              patientApi('POST /api/admin/ebooks', {
                body: {
                  ...writtenBook(textOf(book), sold),
                  ...(book.author ? { author: book.author } : {}),
                  pdf: pdfId,
                  cover: coverId,
                },
                signal,
              }),
          );
          settle({ state: 'added' });
        } catch (error) {
          const [reason] = Object.values(sentences(reasonsIn(error)));
          // What is no refusal of this book would refuse the next ones too: they stay new, and can be sent again.
          if (!reason) {
            settle({ state: 'new' });
            throw error;
          }
          settle({ state: 'refused', reason });
        }
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['admin-ebooks'] }),
  });
  const sendFailure = useFailureText(send.error);

  const books = folder?.books ?? [];
  const fresh = books.filter((book) => fateOf(book).state === 'new');
  const added = books.filter((book) => fateOf(book).state === 'added').length;
  const isCancelled = send.error instanceof Error && send.error.name === 'AbortError';
  const columns: Column<TableBook>[] = [
    { id: 'book', header: t.book, cell: ({ title, line }) => title || t.line(line) },
    { id: 'files', header: t.bookFiles, cell: ({ pdf, cover }) => [pdf, cover].filter(Boolean).join(', ') || '–' },
    {
      id: 'state',
      header: t.state,
      cell: (book) => {
        const { state, reason } = fateOf(book);
        return (
          <>
            <Badge tone={TONES[state]}>{t.states[state]}</Badge> {reason}
          </>
        );
      },
    },
  ];
  const choose = (files: FileList | null) => files && files.length > 0 && read.mutate([...files]);
  const saveTemplate = () =>
    saveBytes(new Blob(['\uFEFF', t.templateLines.map((line) => `${line}\r\n`).join('')], { type: 'text/csv' }), t.templateName);
  const message = problem ?? (read.error ? failure : send.error && !isCancelled ? sendFailure : null);

  return (
    <>
      <PageHeading title={t.title} hint={t.hint} back={<Link to={paths.dashboard.href('ebooks')}>{t.back}</Link>} />
      <div className={css.stack}>
        <Panel title={t.choose}>
          <div className={css.stack}>
            <p className={css.hint}>{t.columns}</p>
            <div>
              <Button variant="quiet" size="s" onClick={saveTemplate}>
                <Icon name="download" />
                {t.template}
              </Button>
            </div>
            <div className={css.buttons}>
              <Chooser label={t.folder} isDisabled={send.isPending} onChoose={choose} isFolder />
              <Chooser label={t.files} isDisabled={send.isPending} onChoose={choose} />
            </div>
            <div role="alert">{message && <p className={css.failure}>{message}</p>}</div>
            <p role="status" className={css.hint}>
              {read.isPending ? t.reading : added > 0 && !send.isPending ? t.done(added) : ''}
            </p>
          </div>
        </Panel>
        {books.length > 0 && (
          <Panel title={t.caption} isFlush>
            <div className={css.table}>
              <Table caption={t.caption} columns={columns} rows={books} rowKey={({ line }) => String(line)} />
            </div>
          </Panel>
        )}
        {sending.percent !== null && (
          <SendingProgress
            percent={sending.percent}
            onCancel={() => {
              isStopped.current = true;
              sending.cancel();
            }}
          />
        )}
        {books.length > 0 && (
          <div className={css.buttons}>
            {fresh.length > 0 || send.isPending ? (
              <Button isPending={send.isPending} onClick={() => send.mutate(fresh)}>
                {t.send(fresh.length)}
              </Button>
            ) : (
              added === 0 && <p className={css.hint}>{t.nothing}</p>
            )}
          </div>
        )}
      </div>
    </>
  );
}

type ChooserProps = { label: string; isDisabled: boolean; isFolder?: boolean; onChoose: (files: FileList | null) => void };

/** The platform's own chooser of several files, or of all files of a folder. */
function Chooser({ label, isDisabled, isFolder = false, onChoose }: ChooserProps) {
  // React has no name for it.
  const whole = (
    isFolder ? { webkitdirectory: '' } : { accept: `.pdf,.csv,.tsv,${COVER_TYPES.join(',')}` }
  ) as InputHTMLAttributes<HTMLInputElement>;
  return (
    <label className={css.chooser} data-disabled={isDisabled || undefined}>
      <Icon name={isFolder ? 'book' : 'pages'} />
      {label}
      <input
        {...whole}
        type="file"
        multiple
        className={css.input}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.files);
          // The same files can be chosen again after they were changed.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
