import type { LibraryItem } from '@site/shared/contracts/me.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import {
  ApiError,
  ButtonLink,
  EmptyState,
  Icon,
  icons,
  Link,
  paths,
  Skeleton,
  useParams,
  useTexts,
  VisuallyHidden,
} from '@site/shared/site/site.ts';
import { type ReactNode, useState } from 'react';
import { useLibraryItem } from '../../../library/library-queries.ts';
import { laterPosition, unsentPosition } from '../../../library/reading-position.ts';
import layout from '../../../signed-in/layout.module.css';
import { LinkMissing } from '../../../signed-in/link-missing.tsx';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { isKeyMissing, useBooksPath, useOrderOfLink } from '../../../signed-in/order-link.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { SignedInData } from '../../../signed-in/signed-in-data.tsx';
import { OpenBook } from './open-book.tsx';
import css from './reader-page.module.css';
import { texts } from './texts.ts';
import { useOpenPdf } from './use-open-pdf.ts';

export const handle = pageHandle(({ preferences }) => ({ title: texts[preferences.locale].pageTitle, isPrivate: true }), [], 'bare');

export function Component() {
  const { ebookId = '' } = useParams();
  const uid = useReaderUid();
  return (
    <SignedInData>
      {/* Shows the open book in the whole window. Before the book opens, or if it cannot be opened, shows a normal page. */}
      <main id="content" tabIndex={-1} className={css.page}>
        {uid === null ? (
          <Closed>
            <Loading />
          </Closed>
        ) : (
          <OneBook key={`${uid} ${ebookId}`} uid={uid} ebookId={ebookId} />
        )}
      </main>
    </SignedInData>
  );
}

/** Shows a message in place of the book, with the way back above it. */
function Closed({ children }: { children: ReactNode }) {
  const t = useTexts(texts);
  return (
    <>
      <Link to={useBooksPath()} className={layout.back}>
        <Icon path={pageIcons.arrowLeft} />
        {t.back}
      </Link>
      {children}
    </>
  );
}

type BookProps = { readonly uid: string; readonly ebookId: string };

function OneBook({ uid, ebookId }: BookProps) {
  const t = useTexts(texts);
  const query = useLibraryItem(ebookId);
  if (query.data) return <Book uid={uid} item={query.data} />;
  return (
    <Closed>{query.isPending ? <Loading /> : isGone(query.error) ? <NotYours /> : <LoadFailure title={t.failed} query={query} />}</Closed>
  );
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found';

function Book({ uid, item: { ebook, position } }: { uid: string; item: LibraryItem }) {
  const t = useTexts(texts);
  const opening = useOpenPdf(ebook.id);
  const { pdf, error, isStalled } = opening;
  // The stored position is read once, because the reader turns the pages from then on. A book that is opened again, for example because its
  // file was replaced, keeps its page.
  const [page, setPage] = useState(() => laterPosition(unsentPosition(uid, ebook.id), position)?.page ?? 1);
  // Pages that loaded before the failure stay open.
  if (pdf && !isGone(error)) {
    const at = Math.min(page, pdf.pageCount);
    const lost = error === null ? null : opening.retry;
    return <OpenBook uid={uid} ebook={ebook} pdf={pdf} start={at} known={position} isStalled={isStalled} onRetry={lost} onPage={setPage} />;
  }
  if (isGone(error)) {
    return (
      <Closed>
        <NotYours />
      </Closed>
    );
  }
  return (
    <Closed>
      <h1 className={css.title} lang={ebook.language}>
        {ebook.title}
      </h1>
      <p className={css.stall} role="status">
        {error === null && (isStalled ? t.stalled : opening.isPreparing && t.copyInPreparation)}
      </p>
      {error === null ? (
        <Progress received={opening.received} size={opening.size ?? 0} />
      ) : (
        <Failure error={error} onRetry={opening.retry} />
      )}
    </Closed>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts(texts);
  const booksPath = useBooksPath();
  if (error instanceof ApiError) return <LoadFailure title={t.failed} query={{ error, refetch: onRetry, isFetching: false }} />;
  return (
    <EmptyState icon={icons.warning} title={t.failed} message={t.damaged}>
      <ButtonLink to={booksPath}>{t.back}</ButtonLink>
      <ButtonLink to={paths.contact.href()} variant="secondary">
        {t.toContact}
      </ButtonLink>
    </EmptyState>
  );
}

function Progress({ received, size }: { received: number; size: number }) {
  const t = useTexts(texts);
  const percent = size > 0 ? Math.min(100, Math.floor((100 * received) / size)) : null;
  return (
    <div className={css.progress}>
      <label>
        <span>{percent === null ? t.opening : t.openingPart(percent)}</span>
        <progress max={100} {...(percent === null ? {} : { value: percent })} />
      </label>
      <div className={css.place} aria-hidden="true">
        <Skeleton shape="cover" />
      </div>
    </div>
  );
}

function Loading() {
  const t = useTexts(texts);
  return (
    <>
      <VisuallyHidden role="status">{t.loading}</VisuallyHidden>
      <Skeleton shape="title" />
      <div className={css.place} aria-hidden="true">
        <Skeleton shape="cover" />
      </div>
    </>
  );
}

function NotYours() {
  const t = useTexts(texts);
  const orderId = useOrderOfLink();
  if (isKeyMissing()) return <LinkMissing />;
  if (orderId) {
    return (
      <EmptyState icon={pageIcons.lock} title={t.notInOrder} message={t.notInOrderMessage} isPage>
        <ButtonLink to={paths.guestOrder.href(orderId)}>{t.toOrder}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={pageIcons.lock} title={t.notYours} message={t.notYoursMessage} isPage>
      <ButtonLink to={paths.userDashboard.href('orders')}>{t.toOrders}</ButtonLink>
      <ButtonLink to={paths.userDashboard.href('ebooks')} variant="secondary">
        {t.back}
      </ButtonLink>
    </EmptyState>
  );
}
