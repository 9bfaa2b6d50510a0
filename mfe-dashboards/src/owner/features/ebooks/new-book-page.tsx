import { type EbookState, WrittenEbookSchema } from '@site/shared/contracts/admin-ebooks.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { ApiError, Button, Link, paths, toast, useNavigate, usePreferences, useSession, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { DiscardDraft } from '../../../drafts/discard-draft.tsx';
import { useDraftStanding } from '../../../drafts/draft-standing.ts';
import { onDevice } from '../../../drafts/kept.ts';
import { useDraft } from '../../../drafts/use-draft.ts';
import { patientApi } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { useSoldCurrencies } from '../../common/admin-settings-query.ts';
import { focusRefused } from '../../common/focus-refused.ts';
import { MoreOptions, OptionGroup } from '../../common/more-options.tsx';
import { PageHeading } from '../../common/page-heading.tsx';
import { type Reasons, reasonsIn, reasonsOf } from '../../common/reasons.ts';
import { useRecords } from '../../common/records.ts';
import { SendingProgress } from '../../files/sending-progress.tsx';
import css from './book-fields.module.css';
import { AuthorFields, BookFields, DescriptionField, OpenPriceFields } from './book-fields.tsx';
import { type BookText, bookText, isSameText, missingPrices, openPriceProblems, writtenBook } from './book-text.ts';
import { ebookRecords } from './ebooks-queries.ts';
import { useProblems } from './problems.ts';
import { texts } from './texts.ts';
import { type BookFile, useBookFiles } from './use-book-files.ts';

/** Under which name the device keeps what is typed about a new book. */
export const NEW_EBOOK = 'ebook new';

/** So many characters of the description are shown while it is folded. */
const SUMMARY = 80;

/** Adds a book: its files, title and prices. What was typed and chosen survives every failure, and what was typed a reload. */
export function NewBookPage() {
  const t = useTexts(texts);
  const reader = useReaderUid();
  /** Whose book this is, also once the session has ended. */
  const [uid] = useState(reader);
  return (
    <>
      <PageHeading title={t.upload} hint={t.uploadHint} back={<Link to={paths.dashboard.href('ebooks')}>← {t.back}</Link>} />
      {uid !== null && <NewBookForm uid={uid} />}
    </>
  );
}

function NewBookForm({ uid }: { uid: string }) {
  const t = useTexts(texts);
  const preferences = usePreferences();
  const navigate = useNavigate();
  const session = useSession();
  const mayPrice = useMay()('money');
  const sold = useSoldCurrencies();
  const priced = mayPrice ? sold : [];
  const form = useRef<HTMLFormElement>(null);
  const [empty] = useState(() => ({ version: 0, body: bookText(null, preferences) }));
  const edited = useDraft<BookText>(onDevice(uid, NEW_EBOOK), empty, isSameText);
  const { body, draft, isKept, write, discard } = edited;
  const standing = useDraftStanding(edited);
  const files = useBookFiles();
  const { pdf, cover } = files.chosen;
  const [reasons, setReasons] = useState<Reasons>({});
  /** Seen before anything was sent. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const { changed } = useRecords(ebookRecords);
  const problems = useProblems()({ ...reasons, ...files.reasons }, body);
  // Without an author, a book has the site's.
  const written = (state: EbookState) => ({ ...writtenBook(body, state, priced), ...(body.author.trim() && { author: body.author }) });

  const upload = useMutation({
    mutationFn: ({ state, cover: picture }: { state: EbookState; cover: File }) => {
      // A file that comes later will be called like the title.
      const name = pdf?.name ?? `${body.title.slice(0, 80)}.pdf`;
      return files.sending.send(
        [{ file: picture, purpose: { kind: 'cover', name } }, ...(pdf ? [{ file: pdf, purpose: { kind: 'pdf', name } } as const] : [])],
        ([coverId = '', pdfId = null], signal) =>
          patientApi('POST /api/admin/ebooks', { body: { ...written(state), pdf: pdfId, cover: coverId }, signal }),
      );
    },
    onSuccess: (ebook) => {
      changed(ebook);
      discard();
      toast.success(t.uploaded);
      void navigate(adminPaths.ebook.href(ebook.id));
    },
    onError: (error) => {
      files.forgetRefused(reasonsIn(error));
      setReasons(reasonsIn(error));
      focusRefused(form.current);
    },
  });
  const isBusy = upload.isPending;
  const isCancelled = upload.error?.name === 'AbortError';
  const reason = useFailureText(upload.error);

  function correct(...fields: string[]) {
    setReasons((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))));
    setRefusal(null);
  }

  /** Sends the book, unless it can be seen before why it would be refused. */
  function send(event: Pick<FormEvent, 'preventDefault'>, state: EbookState) {
    event.preventDefault();
    if (isBusy) return;
    upload.reset();
    if (session.status === 'signed-out') return setRefusal(t.loginNeeded);
    const found = {
      ...(state === 'published' && missingPrices(body, sold)),
      ...openPriceProblems(body, priced),
      ...reasonsOf(WrittenEbookSchema, written(state)),
      ...files.reasons,
    };
    const isEarly = !pdf && state === 'published';
    setReasons(found);
    if (cover && !isEarly && Object.keys(found).length === 0) return upload.mutate({ state, cover });
    setRefusal(!cover ? t.selectBoth : isEarly ? t.pdfOrDraft : t.correctFields);
    focusRefused(form.current);
  }

  function failure(): string | null {
    if (refusal) return refusal;
    if (!upload.error) return null;
    if (isCancelled) return t.cancelled;
    if (upload.error instanceof ApiError && upload.error.code === 'unauthenticated') return t.loginNeeded;
    if (problems.pdf === t.fileProblems.name_taken) return problems.pdf;
    return `${t.uploadFailed}. ${reason}`;
  }

  const message = failure();
  const namesake = upload.error instanceof ApiError ? upload.error.ebook : null;
  const fields = {
    ebook: null,
    text: body,
    problems,
    onChange: (part: Partial<BookText>) => {
      write({ ...body, ...part });
      correct(...Object.keys(part));
    },
  };
  const choose = (kind: BookFile, file: File | null) => {
    files.choose(kind, file);
    correct(kind);
    upload.reset();
  };
  const pendingText = files.sending.percent === 100 ? t.checking : undefined;
  const isFirst = (state: EbookState) => (state === 'published') === (pdf !== null && mayPrice);
  return (
    <form ref={form} className={css.form} onSubmit={(event) => send(event, 'draft')} noValidate aria-label={t.upload}>
      {/* What is typed after it was sent would not be in the book. */}
      <fieldset className={css.all} disabled={isBusy}>
        <BookFields {...fields} files={files} onChoose={choose} isBusy={isBusy} />
        <MoreOptions>
          <OptionGroup title={t.description} value={body.description.trim().slice(0, SUMMARY) || t.noDescription}>
            <DescriptionField {...fields} />
          </OptionGroup>
          <AuthorFields {...fields} />
          <OpenPriceFields {...fields} />
        </MoreOptions>
      </fieldset>
      <div role="alert">
        {message && (
          <p className={layout.refusal}>
            <span>{message}</span>
            {namesake && (
              <span>
                {' '}
                {t.nameIsOf} <Link to={adminPaths.ebook.href(namesake.id)}>{namesake.title}</Link>. {t.nameAnother}
              </span>
            )}
          </p>
        )}
      </div>
      {files.sending.percent !== null && <SendingProgress percent={files.sending.percent} onCancel={files.sending.cancel} />}
      <div className={layout.row}>
        {(['draft', 'published'] as const)
          .filter((state) => state === 'draft' || mayPrice)
          .map((state) => (
            <Button
              key={state}
              variant={isFirst(state) ? 'primary' : 'secondary'}
              disabled={isBusy && upload.variables?.state !== state}
              isPending={isBusy}
              pendingText={pendingText}
              onClick={(event) => send(event, state)}
            >
              {state === 'draft' ? t.saveDraft : t.publish}
            </Button>
          ))}
        {draft && !isBusy && (
          <DiscardDraft
            onDiscard={() => {
              discard();
              setReasons({});
              setRefusal(null);
              upload.reset();
            }}
          />
        )}
        <p className={layout.soft} role="status">
          {draft && (isKept ? `${standing} ${t.filesNotKept}` : standing)}
        </p>
      </div>
      {!mayPrice && <p className={layout.soft}>{t.pricesByOwner}</p>}
    </form>
  );
}
