import { type AdminEbook, type EbookState, EditedEbookSchema, WrittenEbookSchema } from '@site/shared/contracts/admin-ebooks.ts';
import { usePreferences, useSession, useTexts } from '@site/shared/site/site.ts';
import { useRef, useState } from 'react';
import { onDevice } from '../../../drafts/draft-storage.ts';
import { api, patientApi } from '../../../signed-in/api.ts';
import { useMay } from '../../../signed-in/permissions.ts';
import { useSoldCurrencies } from '../../common/admin-settings-query.ts';
import { type Reasons, reasonsIn, reasonsOf } from '../../common/reasons.ts';
import { useRecordForm } from '../../common/use-record-form.ts';
import { momentOf } from '../../common/zoned-time.ts';
import {
  BOOK_PARTS,
  type BookPart,
  type BookText,
  bookText,
  isSamePart,
  isSameText,
  missingListPrices,
  openPriceProblems,
  sampleProblems,
  writtenBook,
  writtenSample,
} from './book-text.ts';
import { ebookRecords } from './ebooks-queries.ts';
import { launchTexts } from './launch/launch-texts.ts';
import { useProblems } from './problems.ts';
import { saleProblems, writtenSale } from './sale/sale-text.ts';
import { saleTexts } from './sale/sale-texts.ts';
import { sampleTexts } from './sample/sample-texts.ts';
import { texts } from './texts.ts';
import { type BookFile, useBookFiles } from './use-book-files.ts';

type SavedPart = BookPart | 'files' | 'state';

/** The name of a new book's draft on the device. */
export const NEW_EBOOK = 'ebook new';

export type BookForm = ReturnType<typeof useBookForm>;

/** Holds the whole form of a book: its draft, the chosen files, and the calls that save each changed part. Null stands for a new book. */
export function useBookForm(uid: string, ebook: AdminEbook | null, onSaved: (saved: AdminEbook, isPublished: boolean) => void) {
  const t = useTexts(texts);
  const failures = { sale: useTexts(saleTexts).failed, launch: useTexts(launchTexts).failed, sample: useTexts(sampleTexts).failed };
  const preferences = usePreferences();
  const { timeZone } = preferences;
  const mayPrice = useMay()('money');
  const sold = useSoldCurrencies();
  const priced = mayPrice ? sold : [];
  const files = useBookFiles();
  const [needsSignIn, setNeedsSignIn] = useState(false);
  const session = useSession();
  const saved = bookText(ebook, preferences);
  /** The part of the book that the last request saved. */
  const [part, setPart] = useState<SavedPart>('words');
  const atPart = useRef(part);
  const isPublishing = useRef(false);

  const written = (text: BookText, state: EbookState, { revision }: AdminEbook) => ({
    ...writtenBook(text, state, priced),
    author: text.author,
    revision,
  });
  const isChanged = (text: BookText, of: BookPart): boolean =>
    !isSamePart(of, text, saved) && (of !== 'launch' || ebook?.launch !== undefined || text.at !== '');

  /** Uploads the files of a new book, and creates the book from them. */
  function add(text: BookText): Promise<AdminEbook> {
    const { pdf, cover } = files.chosen;
    // A PDF that is added later gets the title as its name.
    const name = pdf?.name ?? `${text.title.slice(0, 80)}.pdf`;
    const toSend = (['cover', 'pdf'] as const).flatMap((kind) => {
      const file = kind === 'pdf' ? pdf : cover;
      return file ? [{ file, purpose: { kind, name } }] : [];
    });
    const book = {
      ...writtenBook(text, isPublishing.current ? 'published' : 'draft', priced),
      ...(text.author.trim() && { author: text.author }),
    };
    return files.sending.send(toSend, ([coverId = '', pdfId = null], signal) =>
      patientApi('POST /api/admin/ebooks', { body: { ...book, pdf: pdfId, cover: coverId }, signal }),
    );
  }

  /** Makes a call for each part that changed. Each call sends the revision that the previous call returned. */
  async function save(text: BookText, note: (answer: AdminEbook, saved: Partial<BookText>) => void): Promise<AdminEbook> {
    if (!ebook) return await add(text);
    let book = ebook;
    const params = { id: ebook.id };
    const savePart = async (of: SavedPart, call: () => Promise<AdminEbook>) => {
      atPart.current = of;
      setPart(of);
      book = await call();
      const fields = of === 'files' || of === 'state' ? [] : BOOK_PARTS[of];
      note(book, Object.fromEntries(fields.map((field) => [field, text[field]])));
    };
    const put = (state: EbookState) => api('PUT /api/admin/ebooks/:id', { params, body: written(text, state, book) });
    if (isChanged(text, 'words')) await savePart('words', () => put(book.state));
    if (isChanged(text, 'sale')) {
      const sale = writtenSale(text, sold, timeZone);
      await savePart('sale', () => api('PUT /api/admin/ebooks/:id/sale', { params, body: { revision: book.revision, sale } }));
    }
    if (isChanged(text, 'launch')) {
      const planned = { at: momentOf(text.at, timeZone), isSold: text.before === 'sold' };
      await savePart('launch', () => api('PUT /api/admin/ebooks/:id/launch', { params, body: { revision: book.revision, ...planned } }));
    }
    for (const kind of ['cover', 'pdf'] as const) {
      const file = files.chosen[kind];
      if (!file) continue;
      await savePart('files', () =>
        files.sending.send([{ file, purpose: { kind, name: '', ebookId: ebook.id } }], ([upload = ''], signal) => {
          const body = { upload, revision: book.revision };
          return kind === 'pdf'
            ? patientApi('PUT /api/admin/ebooks/:id/pdf', { params, body: { ...body, tellOwners: files.tellsOwners }, signal })
            : patientApi('PUT /api/admin/ebooks/:id/cover', { params, body, signal });
        }),
      );
      files.choose(kind, null);
    }
    // The sample is saved after the PDF, because the API counts the PDF's pages.
    if (isChanged(text, 'sample'))
      await savePart('sample', () => api('PUT /api/admin/ebooks/:id/sample', { params, body: writtenSample(text) }));
    if (isPublishing.current) await savePart('state', () => put('published'));
    return book;
  }

  const form = useRecordForm({
    kind: ebookRecords,
    record: ebook,
    place: onDevice(uid, ebook ? `ebook ${ebook.id}` : NEW_EBOOK),
    textOf: (book: AdminEbook | null) => bookText(book, preferences),
    isSame: isSameText,
    parts: Object.values(BOOK_PARTS),
    save,
    savedText: ebook ? t.saved : t.uploaded,
    onSaved: (answer) => {
      files.setTellsOwners(false);
      onSaved(answer, isPublishing.current);
    },
    reasonsIn: refusedFields,
    onRefused: files.dropRefused,
  });
  const { body } = form;
  const at = momentOf(body.at, timeZone);

  /** The API and the form name some fields of a sale differently. The form shows a refused state at the PDF. */
  function refusedFields(error: unknown): Reasons {
    const isSale = atPart.current === 'sale';
    const nameOf = (field: string) => (field === 'state' ? 'pdf' : isSale ? `sale.${field.replace(/^sale\./, '')}` : field);
    return Object.fromEntries(Object.entries(reasonsIn(error)).map(([field, reason]) => [nameOf(field), reason]));
  }

  function findReasons(): Reasons {
    const isOnSale = ebook?.state === 'published';
    const hasFile = ebook?.hasFile || files.chosen.pdf !== null;
    const isAnnounced = ebook?.launch ? !ebook.launch.isOver : body.at !== '';
    const book = ebook
      ? reasonsOf(EditedEbookSchema, written(body, ebook.state, ebook))
      : reasonsOf(WrittenEbookSchema, writtenBook(body, 'draft', priced));
    return {
      // An editor may not set prices. So an editor may save the words of a published book even if the book lacks a price in a new currency
      // of the shop.
      ...missingListPrices(body, (isPublishing.current && !isOnSale) || (isOnSale && mayPrice) ? sold : []),
      ...openPriceProblems(body, priced),
      ...book,
      ...(isChanged(body, 'sale') && saleProblems(body, sold, timeZone)),
      ...(isChanged(body, 'launch') && at === null && { at: 'required' }),
      ...(isChanged(body, 'sample') && sampleProblems(body)),
      ...(isPublishing.current && !hasFile && !isAnnounced && { pdf: ebook ? 'no_file' : 'draft_only' }),
      ...(!ebook && !files.chosen.cover && { cover: 'no_cover' }),
      ...files.reasons,
    };
  }

  return {
    ...form,
    files,
    problems: useProblems()({ ...form.reasons, ...files.reasons }, body),
    isDirty: form.draft !== null || files.chosen.pdf !== null || files.chosen.cover !== null,
    /** Says which part of the book was not saved. */
    failed: ebook ? { ...failures, words: t.saveFailed, files: t.replaceFailed, state: t.publishFailed }[part] : `${t.uploadFailed}.`,
    choose: (kind: BookFile, file: File | null) => {
      files.choose(kind, file);
      form.correct(kind);
    },
    /** The new launch if it is later than the announced one, so that buyers must be told. Null if the launch is not postponed. */
    postponedTo: ebook?.launch && ebook.launch.buyers > 0 && at && at > ebook.launch.at ? at : null,
    needsSignIn,
    /**
     * Saves the changed parts of the book, and then publishes the book if `publish` is true. `next` may ask the admin before the form is
     * sent.
     */
    submit: (event: { preventDefault: () => void }, publish: boolean, next: () => void) => {
      if (!form.isSaving) isPublishing.current = publish;
      const isLost = !ebook && session.status === 'signed-out';
      setNeedsSignIn(isLost);
      if (isLost) event.preventDefault();
      else form.submit(event, findReasons, next);
    },
    /** Saves another state of a book, such as archived, without saving the typed values. */
    putState: (book: AdminEbook, state: EbookState) =>
      api('PUT /api/admin/ebooks/:id', { params: { id: book.id }, body: written(saved, state, book) }),
  };
}
