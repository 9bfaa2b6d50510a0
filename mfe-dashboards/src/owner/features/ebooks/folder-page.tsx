import type { TableBook } from '@site/shared/contracts/admin-ebooks.ts';
import { COVER_TYPES } from '@site/shared/contracts/ebook-rules.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { Button, Icon, icons, Link, paths, useTexts } from '@site/shared/site/site.ts';
import type { InputHTMLAttributes } from 'react';
import { saveBytes } from '../../../library/save-bytes.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { type Column, ListTable } from '../../common/list-table.tsx';
import { PageHeading } from '../../common/page-heading.tsx';
import { SendingProgress } from '../../files/sending-progress.tsx';
import css from './folder-page.module.css';
import { folderTexts } from './folder-texts.ts';
import { type Fate, useBulkUpload } from './use-bulk-upload.ts';
import { useFolder } from './use-folder.ts';

const TONES = { new: 'accent', known: 'neutral', sending: 'neutral', added: 'success', refused: 'danger' } as const;

/**
 * Creates drafts from a folder of books, one after the other. Books that are already in the shop stay unchanged, so that a folder can be
 * chosen again.
 */
export function FolderPage() {
  const t = useTexts(folderTexts);
  const { folder, isReading, read, problem } = useFolder();
  const { leavesPrices, fateOf, forget, send, isSending, percent, failure, cancel } = useBulkUpload(folder);
  const books = folder?.books ?? [];
  const fresh = books.filter((book) => fateOf(book).state === 'new');
  const added = books.filter((book) => fateOf(book).state === 'added').length;
  const message = problem ?? failure;

  function choose(files: FileList | null) {
    if (!files || files.length === 0) return;
    forget();
    read([...files]);
  }

  return (
    <>
      <PageHeading title={t.title} hint={t.hint} back={<Link to={paths.dashboard.href('ebooks')}>{t.back}</Link>} />
      <div className={layout.stack}>
        <Panel title={t.choose}>
          <div className={layout.stack}>
            <p className={css.hint}>{t.columns}</p>
            <Template />
            <div className={layout.row}>
              <Chooser label={t.folder} isDisabled={isSending} onChoose={choose} isFolder />
              <Chooser label={t.files} isDisabled={isSending} onChoose={choose} />
            </div>
            <div role="alert">{message && <p className={layout.refusal}>{message}</p>}</div>
            <p role="status" className={css.hint}>
              {isReading ? t.reading : added > 0 && !isSending ? t.done(added) : ''}
            </p>
          </div>
        </Panel>
        {books.length > 0 && <Books books={books} fateOf={fateOf} />}
        {leavesPrices && <p className={css.hint}>{t.pricesByOwner}</p>}
        {percent !== null && <SendingProgress percent={percent} onCancel={cancel} />}
        {books.length > 0 && (
          <div className={layout.row}>
            {fresh.length > 0 || isSending ? (
              <Button isPending={isSending} onClick={() => send(fresh)}>
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

/** Offers an empty table with the columns that the import reads. */
function Template() {
  const t = useTexts(folderTexts);
  const save = () =>
    saveBytes(new Blob(['\uFEFF', t.templateLines.map((line) => `${line}\r\n`).join('')], { type: 'text/csv' }), t.templateName);
  return (
    <div>
      <Button variant="quiet" size="s" onClick={save}>
        <Icon path={pageIcons.download} />
        {t.template}
      </Button>
    </div>
  );
}

function Books({ books, fateOf }: { books: readonly TableBook[]; fateOf: (book: TableBook) => Fate }) {
  const t = useTexts(folderTexts);
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
            <Badge tone={TONES[state]}>{t.states[state]}</Badge>
            {reason && <span>{` ${reason}`}</span>}
          </>
        );
      },
    },
  ];
  return (
    <Panel title={t.caption} isFlush>
      <ListTable caption={t.caption} columns={columns} rows={books} rowKey={({ line }) => String(line)} />
    </Panel>
  );
}

type ChooserProps = { label: string; isDisabled: boolean; isFolder?: boolean; onChoose: (files: FileList | null) => void };

/** Opens the native file chooser, for several files or a whole folder. */
function Chooser({ label, isDisabled, isFolder = false, onChoose }: ChooserProps) {
  // React has no prop for this attribute.
  const whole = (
    isFolder ? { webkitdirectory: '' } : { accept: `.pdf,.csv,.tsv,${COVER_TYPES.join(',')}` }
  ) as InputHTMLAttributes<HTMLInputElement>;
  return (
    <label className={css.chooser} data-disabled={isDisabled || undefined}>
      <Icon path={isFolder ? icons.book : pageIcons.pages} />
      {label}
      <input
        {...whole}
        type="file"
        multiple
        className={css.input}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.files);
          // Clearing the value allows choosing the same files again after they were edited.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
