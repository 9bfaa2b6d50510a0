import type { LibraryItem } from '@site/shared/contracts/me.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import {
  ApiError,
  ButtonLink,
  EmptyState,
  Icon,
  Link,
  paths,
  Skeleton,
  useParams,
  useTexts,
  VisuallyHidden,
} from '@site/shared/site/site.ts';
import { useState } from 'react';
import { useLibraryItem } from '../../library/library-queries.ts';
import { laterPosition, unsentPosition } from '../../library/reading-position.ts';
import { LoadFailure } from '../../signed-in/load-failure.tsx';
import { SignedInData, useReaderUid } from '../../signed-in/signed-in-data.tsx';
import { OpenBook } from './open-book.tsx';
import css from './reader-page.module.css';
import { texts } from './texts.ts';
import { useOpenPdf } from './use-open-pdf.ts';

export const handle = pageHandle(({ preferences }) => ({ title: texts[preferences.locale].pageTitle, isPrivate: true }));

export function Component() {
  const t = useTexts(texts);
  const { ebookId = '' } = useParams();
  const uid = useReaderUid();
  return (
    <SignedInData>
      <div className={css.page}>
        <Link to={paths.userDashboard.href('ebooks')} className={css.back}>
          <Icon name="arrow-left" />
          {t.back}
        </Link>
        {uid === null ? <Loading /> : <OneBook key={`${uid} ${ebookId}`} uid={uid} ebookId={ebookId} />}
      </div>
    </SignedInData>
  );
}

type BookProps = { readonly uid: string; readonly ebookId: string };

function OneBook({ uid, ebookId }: BookProps) {
  const t = useTexts(texts);
  const query = useLibraryItem(ebookId);
  if (query.isPending) return <Loading />;
  if (query.data) return <Book uid={uid} item={query.data} />;
  if (isGone(query.error)) return <NotYours />;
  return <LoadFailure title={t.failed} error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found';

function Book({ uid, item: { ebook, position } }: { uid: string; item: LibraryItem }) {
  const t = useTexts(texts);
  const opening = useOpenPdf(ebook.id);
  // Read once: from here on the reader turns the pages.
  const [start] = useState(() => laterPosition(unsentPosition(uid, ebook.id), position));
  if (isGone(opening.error)) return <NotYours />;
  return (
    <>
      <h1 className={css.title} lang={ebook.language}>
        {ebook.title}
      </h1>
      <p className={css.stall} role="status">
        {opening.isStalled && opening.error === null && t.stalled}
      </p>
      <Pages uid={uid} ebook={ebook} opening={opening} start={start?.page ?? 1} />
    </>
  );
}

type PagesProps = {
  readonly uid: string;
  readonly ebook: LibraryItem['ebook'];
  readonly opening: ReturnType<typeof useOpenPdf>;
  readonly start: number;
};

function Pages({ uid, ebook, opening, start }: PagesProps) {
  const t = useTexts(texts);
  const { pdf, error, retry } = opening;
  if (error instanceof ApiError) return <LoadFailure title={t.failed} error={error} onRetry={retry} isRetrying={false} />;
  if (error !== null) {
    return (
      <EmptyState icon="warning" title={t.failed} message={t.damaged}>
        <ButtonLink to={paths.userDashboard.href('ebooks')}>{t.back}</ButtonLink>
        <ButtonLink to={paths.contact.href()} variant="secondary">
          {t.toContact}
        </ButtonLink>
      </EmptyState>
    );
  }
  if (!pdf) return <Progress received={opening.received} size={opening.size ?? 0} />;
  return <OpenBook uid={uid} ebook={ebook} pdf={pdf} start={Math.min(start, pdf.pageCount)} />;
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
  return (
    <EmptyState icon="lock" title={t.notYours} message={t.notYoursMessage} isPage>
      <ButtonLink to={paths.userDashboard.href('orders')}>{t.toOrders}</ButtonLink>
      <ButtonLink to={paths.userDashboard.href('ebooks')} variant="secondary">
        {t.back}
      </ButtonLink>
    </EmptyState>
  );
}
