import type { LibraryItem } from '@site/shared/contracts/me.ts';
import { useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPositionKeeper } from '../../library/reading-position.ts';
import { Contents } from './contents.tsx';
import css from './open-book.module.css';
import type { OpenPdf } from './open-pdf.ts';
import { PageSheet } from './page-sheet.tsx';
import { texts } from './texts.ts';
import { Toolbar } from './toolbar.tsx';
import { useReadingKeys } from './use-reading-keys.ts';
import { useRoom } from './use-room.ts';
import { nextZoom, pageWidth, type Zoom } from './zoom.ts';

type OpenBookProps = { readonly uid: string; readonly ebook: LibraryItem['ebook']; readonly pdf: OpenPdf; readonly start: number };

/** A book, open at one page. */
export function OpenBook({ uid, ebook, pdf, start }: OpenBookProps) {
  const t = useTexts(texts);
  const [page, setPage] = useState(start);
  const [zoom, setZoom] = useState<Zoom>(1);
  const [isContentsOpen, setContentsOpen] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const room = useRoom(frame);
  const keepPosition = useKeptPosition(uid, ebook.id);

  function turnTo(wanted: number) {
    const next = Math.min(Math.max(Math.trunc(wanted), 1), pdf.pageCount);
    if (next === page) return;
    setPage(next);
    keepPosition(next);
    // A new page begins at its top, and at its left edge.
    const top = frame.current?.getBoundingClientRect().top ?? 0;
    if (top < 0) frame.current?.scrollIntoView({ block: 'start' });
    frame.current?.scrollTo({ left: 0 });
  }
  function resize(direction: 1 | -1) {
    const next = nextZoom(zoom, direction, room);
    if (next !== null) setZoom(next);
  }

  useReadingKeys({ frame, isPaused: isContentsOpen, onTurn: (by) => turnTo(page + by), onResize: resize });

  return (
    <section className={css.book} aria-label={ebook.title}>
      <Toolbar
        page={page}
        pageCount={pdf.pageCount}
        onTurn={turnTo}
        hasContents={pdf.outline.length > 0}
        onContents={() => setContentsOpen(true)}
        canShrink={nextZoom(zoom, -1, room) !== null}
        canGrow={nextZoom(zoom, 1, room) !== null}
        onResize={resize}
        isFitted={zoom === 'width'}
        onFit={() => setZoom(zoom === 'width' ? 1 : 'width')}
      />
      <VisuallyHidden role="status">{t.page(page, pdf.pageCount)}</VisuallyHidden>
      <PageSheet
        ref={frame}
        pdf={pdf}
        page={page}
        width={room > 0 ? pageWidth(zoom, room) : 0}
        label={t.page(page, pdf.pageCount)}
        language={ebook.language}
        onTurn={turnTo}
      />
      <p className={css.keys}>{t.keys}</p>
      <Contents
        entries={pdf.outline}
        page={page}
        language={ebook.language}
        isOpen={isContentsOpen}
        onClose={() => setContentsOpen(false)}
        onTurn={turnTo}
      />
    </section>
  );
}

/** Keeps where the reader is, for this device and all others. */
function useKeptPosition(uid: string, ebookId: string): (page: number) => void {
  const [keeper] = useState(() => createPositionKeeper(uid, ebookId));
  const watch = useEffectEvent(() => keeper.watch());
  useEffect(() => watch(), []);
  return keeper.turnTo;
}
