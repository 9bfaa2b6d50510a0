import type { LibraryItem } from '@site/shared/contracts/me.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Button, Icon, Link, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { lastPosition } from '../../../library/library-queries.ts';
import { createPositionKeeper, type ReadingPosition } from '../../../library/reading-position.ts';
import { useBooksPath } from '../../../signed-in/order-link.ts';
import { Contents } from './contents.tsx';
import { FindBar } from './find-bar.tsx';
import css from './open-book.module.css';
import type { OpenPdf } from './open-pdf.ts';
import { type Anchor, PageSheet } from './page-sheet.tsx';
import { texts } from './texts.ts';
import { Pages, Toolbar } from './toolbar.tsx';
import { useChrome } from './use-chrome.ts';
import { useDeviceChoice } from './use-device-choice.ts';
import { useElementWidth } from './use-element-width.ts';
import { useFind } from './use-find.ts';
import { useReadingKeys } from './use-reading-keys.ts';
import { useTouch } from './use-touch.ts';
import { firstZoom, isNarrow, keepZoom, keptZoom, nextZoom, pageWidth, tappedZoom, type Zoom } from './zoom.ts';

type OpenBookProps = {
  readonly uid: string;
  readonly ebook: LibraryItem['ebook'];
  readonly pdf: OpenPdf;
  readonly start: number;
  /** The last reading position that the API knows. */
  readonly known: ReadingPosition | null;
  /** Whether the download of the rest of the book waits for a connection. */
  readonly isStalled: boolean;
  /** Retries the download of the rest of the book. Null unless that download failed. */
  readonly onRetry: (() => void) | null;
  readonly onPage: (page: number) => void;
};

/**
 * The visible part of a page until it is measured: its height divided by its width, and its width as a fraction of the page. Most books are
 * close to these values.
 */
const USUAL_PAGE = { ratio: 1.4, width: 1 };
/** White space on each side of a column that fills the window, in fractions of the page's width. */
const COLUMN_MARGIN = 0.015;
const isDarkDevice = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches;

/** Shows an open book that fills the window. The toolbars above and below are hidden while reading. */
export function OpenBook({ uid, ebook, pdf, start, known, isStalled, onRetry, onPage }: OpenBookProps) {
  const t = useTexts(texts);
  const [page, setPage] = useState(start);
  /** The page that this device showed before it followed the position of another device. Null once the reader turns a page. */
  const [left, setLeft] = useState<number | null>(null);
  const [chosen, setChosen] = useState<Zoom | null>(() => keptZoom(ebook.id));
  const [shown, setShown] = useState(USUAL_PAGE);
  const [isContentsOpen, setContentsOpen] = useState(false);
  const [isNight, setNight] = useDeviceChoice('reader-night', isDarkDevice);
  const [hasMargins, setMargins] = useDeviceChoice('reader-margins', () => false);
  const frame = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const anchor = useRef<Anchor | null>(null);
  const room = useElementWidth(frame);
  const booksPath = useBooksPath();
  const search = useFind(pdf, page, turnTo);
  const { find } = search;
  const { retry } = useTexts(stateTexts);
  const chrome = useChrome(find.isOpen || isContentsOpen || isStalled || onRetry !== null);
  const keepPosition = useKeptPosition(uid, ebook.id, known, (next) => {
    if (show(next) === null) return;
    setLeft(page);
    chrome.show();
  });
  const isKnown = room.width > 0 && room.height > 0;
  const zoom = chosen ?? firstZoom(room);
  const isCropped = isNarrow(room) && !hasMargins;
  const { ratio } = shown;

  /** Shows a page. Returns the page's number, or null if the page was already shown. */
  function show(wanted: number): number | null {
    const next = Math.min(Math.max(Math.trunc(wanted), 1), pdf.pageCount);
    if (next === page) return null;
    setPage(next);
    onPage(next);
    return next;
  }
  function turnTo(wanted: number) {
    const next = show(wanted);
    if (next === null) return;
    setLeft(null);
    keepPosition(next);
  }
  /** Turns the page and leaves the toolbars hidden. */
  function readOn(by: 1 | -1) {
    chrome.hide();
    turnTo(page + by);
  }
  function zoomTo(next: Zoom, point?: Anchor) {
    anchor.current = point ?? middle();
    setChosen(next);
    keepZoom(ebook.id, next);
  }
  function resize(direction: 1 | -1) {
    const next = nextZoom(zoom, direction, room, ratio);
    if (next !== null) zoomTo(next);
  }
  function pointAt(x: number, y: number): Anchor | null {
    const sheet = frame.current?.querySelector('canvas')?.getBoundingClientRect();
    return sheet ? { x: (x - sheet.left) / sheet.width, y: (y - sheet.top) / sheet.height } : null;
  }
  function middle(): Anchor | null {
    const element = frame.current;
    // A page that is scrolled to its top needs no anchor: it stays at its top.
    if (!element || element.scrollTop === 0) return null;
    const { left, top, width, height } = element.getBoundingClientRect();
    return pointAt(left + width / 2, top + height / 2);
  }
  async function zoomAt(x: number, y: number) {
    const point = pointAt(x, y);
    if (!point) return;
    const column = await pdf.column(page, point).catch(() => null);
    const part = column && (column.right - column.left + 2 * COLUMN_MARGIN) / shown.width;
    zoomTo(tappedZoom(zoom, room, ratio, part), column ? { x: (column.left + column.right) / 2, y: point.y } : point);
  }
  function openFind() {
    search.open();
    field.current?.select();
  }
  function closeFind() {
    search.close();
    frame.current?.focus({ preventScroll: true });
  }

  useReadingKeys({
    frame,
    isPaused: isContentsOpen,
    onTurn: readOn,
    onEnd: (end) => {
      chrome.hide();
      turnTo(end === 'first' ? 1 : pdf.pageCount);
    },
    onResize: resize,
    onFind: () => {
      if (field.current && document.activeElement === field.current) return false;
      openFind();
      return true;
    },
    onEscape: () => (find.isOpen ? closeFind() : chrome.toggle()),
  });
  useTouch({
    frame,
    onTurn: readOn,
    onTap: chrome.toggle,
    onDoubleTap: (x, y) => void zoomAt(x, y),
  });
  // The page behind the open book must neither scroll nor show through.
  useEffect(() => {
    document.documentElement.style.overflow = 'hidden';
    return () => void document.documentElement.style.removeProperty('overflow');
  }, []);

  return (
    <section
      className={css.book}
      aria-label={ebook.title}
      data-tools={chrome.isShown || undefined}
      data-night={isNight || undefined}
      data-finding={find.isOpen || undefined}
    >
      <header className={css.bar} data-reading-tools>
        <div className={css.top}>
          <Link to={booksPath} className={css.back}>
            <Icon path={pageIcons.arrowLeft} />
            <span className={css.backText}>{t.back}</span>
          </Link>
          <h1 className={css.title} lang={ebook.language}>
            {ebook.title}
          </h1>
          <Toolbar
            hasContents={pdf.outline.length > 0}
            onContents={() => setContentsOpen(true)}
            isFinding={find.isOpen}
            onFind={find.isOpen ? closeFind : openFind}
            isNight={isNight}
            onNight={() => setNight(!isNight)}
            hasMargins={isKnown && isNarrow(room) ? hasMargins : null}
            onMargins={() => {
              anchor.current = middle();
              setMargins(!hasMargins);
            }}
            canShrink={nextZoom(zoom, -1, room, ratio) !== null}
            canGrow={nextZoom(zoom, 1, room, ratio) !== null}
            onResize={resize}
            isFitted={zoom === 'width'}
            onFit={() => zoomTo(zoom === 'width' ? 'page' : 'width')}
          />
        </div>
        {find.isOpen && <FindBar field={field} find={find} onType={search.type} onStep={search.step} onClose={closeFind} />}
      </header>
      <VisuallyHidden role="status">{t.page(page, pdf.pageCount)}</VisuallyHidden>
      <PageSheet
        frame={frame}
        pdf={pdf}
        page={page}
        layout={isKnown ? { isCropped, widthOf: (each) => pageWidth(zoom, room, each) } : null}
        size={isKnown ? `${zoom} ${room.width} ${zoom === 'page' ? room.height : ''} ${isCropped}` : ''}
        isWider={isKnown && pageWidth(zoom, room, ratio) > room.width}
        anchor={anchor}
        label={t.page(page, pdf.pageCount)}
        language={ebook.language}
        hits={find.hits}
        current={find.current}
        onTurn={turnTo}
        onDrawn={({ width, height, crop }) => {
          const part = crop.right - crop.left;
          setShown({ ratio: (height * (crop.bottom - crop.top)) / (width * part), width: part });
        }}
      />
      <footer className={css.bar} data-reading-tools>
        <p className={css.stall} role="status">
          {onRetry ? (
            <span>
              {t.restLost}{' '}
              <Button variant="secondary" size="s" onClick={onRetry}>
                {retry}
              </Button>
            </span>
          ) : (
            isStalled && <span>{t.stalled}</span>
          )}
          {left !== null && (
            <span>
              {` ${t.readElsewhere} `}
              <Button variant="secondary" size="s" onClick={() => turnTo(left)}>
                {t.backTo(left)}
              </Button>
            </span>
          )}
        </p>
        <Pages page={page} pageCount={pdf.pageCount} onTurn={turnTo} />
        <p className={css.keys}>{t.keys}</p>
      </footer>
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

/** Saves the reading position for all devices. `onMoved` is called when another device has moved to another page. */
function useKeptPosition(uid: string, ebookId: string, known: ReadingPosition | null, onMoved: (page: number) => void) {
  const [keeper] = useState(() => createPositionKeeper(uid, ebookId, known));
  const moved = useEffectEvent(onMoved);
  const watch = useEffectEvent(() => keeper.watch({ ask: () => lastPosition(ebookId), onMoved: (page) => moved(page) }));
  useEffect(() => watch(), []);
  return keeper.turnTo;
}
