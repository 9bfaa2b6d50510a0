import { ScrollRegion } from '@site/shared/patterns/scroll-region.tsx';
import { Skeleton, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { DrawnPage, Layout, OpenPdf, PageLink } from './open-pdf.ts';
import css from './page-sheet.module.css';
import type { Hit } from './page-text.ts';
import { texts } from './texts.ts';

/** A point of a page, in fractions of its width and height, to scroll to the middle of the window. */
export type Anchor = { readonly x: number; readonly y: number };

type PageSheetProps = {
  /** The element that scrolls a page larger than the window. */
  readonly frame: RefObject<HTMLElement | null>;
  readonly pdf: OpenPdf;
  readonly page: number;
  /** The page's layout. Null until it is known. */
  readonly layout: Layout | null;
  /** Identifies the size that the layout was made for. */
  readonly size: string;
  /** Whether the page is wider than the window, so that horizontal swipes scroll the page. */
  readonly isWider: boolean;
  readonly anchor: RefObject<Anchor | null>;
  readonly label: string;
  readonly language: string;
  readonly hits: readonly Hit[];
  readonly current: Hit | null;
  readonly onTurn: (page: number) => void;
  readonly onDrawn: (drawn: DrawnPage) => void;
};

/** Shows one page of the book. The previous page stays until the next one is drawn. */
export function PageSheet(props: PageSheetProps) {
  const { frame, pdf, page, label, language, hits, current, anchor, onTurn, onDrawn } = props;
  const t = useTexts(texts);
  const { drawn, hasFailed } = useDrawnPage(pdf, page, props.layout, props.size, onDrawn);
  const isCurrent = drawn?.page === page;

  // Runs before painting: a new page begins at its top, and a resized page keeps the point that the reader looked at.
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || !drawn) return;
    const { x, y } = anchor.current ?? { x: 0, y: 0 };
    anchor.current = null;
    const left = (x - drawn.crop.left) * drawn.width - element.clientWidth / 2;
    const top = (y - drawn.crop.top) * drawn.height - element.clientHeight / 2;
    element.scrollTo({ left: Math.max(0, left), top: Math.max(0, top), behavior: 'instant' });
  }, [frame, drawn, anchor]);

  return (
    <ScrollRegion
      ref={frame}
      className={css.frame}
      data-wider={props.isWider || undefined}
      aria-label={label}
      aria-busy={!isCurrent && !hasFailed}
    >
      {hasFailed && (
        <p className={css.failure} role="alert">
          {t.pageFailed}
        </p>
      )}
      {drawn && !hasFailed && <Sheet drawn={drawn} language={language} hits={hits} current={isCurrent ? current : null} onTurn={onTurn} />}
      {!drawn && !hasFailed && (
        <div className={css.place}>
          <Skeleton shape="cover" />
        </div>
      )}
    </ScrollRegion>
  );
}

function useDrawnPage(pdf: OpenPdf, page: number, layout: Layout | null, size: string, onDrawn: (drawn: DrawnPage) => void) {
  const [drawn, setDrawn] = useState<DrawnPage | null>(null);
  const [failed, setFailed] = useState<number | null>(null);
  const show = useEffectEvent((next: DrawnPage) => {
    setFailed(null);
    setDrawn(next);
    onDrawn(next);
  });
  const draw = useEffectEvent((signal: AbortSignal) => (layout ? pdf.draw(page, layout, signal) : null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `size` says when the layout is another
  useEffect(() => {
    const drawing = new AbortController();
    draw(drawing.signal)?.then(
      (next) => drawing.signal.aborted || show(next),
      () => drawing.signal.aborted || setFailed(page),
    );
    return () => drawing.abort();
  }, [pdf, page, size]);
  return { drawn, hasFailed: failed === page };
}

type SheetProps = Pick<PageSheetProps, 'language' | 'hits' | 'current' | 'onTurn'> & { readonly drawn: DrawnPage };

function Sheet({ drawn, language, hits, current, onTurn }: SheetProps) {
  const t = useTexts(texts);
  const sheet = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  useLayoutEffect(() => {
    picture.current?.replaceChildren(drawn.canvas);
    words.current?.replaceChildren(drawn.words);
  }, [drawn]);
  // The position of words is known only after they are rendered.
  useLayoutEffect(() => {
    const here = hits.filter((hit) => hit.page === drawn.page);
    setMarks(sheet.current ? here.flatMap((hit) => marksOf(hit, hit === current, drawn, sheet.current as HTMLElement)) : []);
  }, [drawn, hits, current]);
  useEffect(() => {
    // If the page was already shown, scroll only if the selected search hit is a new one.
    if (marks.some(({ isCurrent }) => isCurrent)) {
      sheet.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    }
  }, [marks]);
  const { width, height, crop } = drawn;
  return (
    <div className={css.sheet} style={{ width: width * (crop.right - crop.left), height: height * (crop.bottom - crop.top) }}>
      <div ref={sheet} className={css.whole} style={{ width, height, left: -width * crop.left, top: -height * crop.top }}>
        <div ref={picture} className={css.picture} />
        {drawn.pictures.length > 0 && <VisuallyHidden lang={language}>{drawn.pictures.join('. ')}</VisuallyHidden>}
        {marks.map(({ key, isCurrent, place }) => (
          <span key={key} className={css.mark} data-current={isCurrent || undefined} style={place} />
        ))}
        <div ref={words} className={css.words} lang={language} />
        {drawn.links.map((link) => (
          <LinkOnPage
            key={`${link.left} ${link.top}`}
            link={link}
            label={'page' in link.target ? t.toPage(link.target.page) : link.target.url}
            onTurn={onTurn}
          />
        ))}
      </div>
    </div>
  );
}

type Place = { readonly left: string; readonly top: string; readonly width: string; readonly height: string };
type Mark = { readonly key: string; readonly isCurrent: boolean; readonly place: Place };

/** Returns the marks of a search hit on the page, one for each line. */
function marksOf({ from, to }: Hit, isCurrent: boolean, { runs }: DrawnPage, sheet: HTMLElement): Mark[] {
  const first = runs[from.run]?.firstChild;
  const last = runs[to.run]?.firstChild;
  if (!(first instanceof Text) || !(last instanceof Text)) return [];
  const range = document.createRange();
  range.setStart(first, Math.min(from.offset, first.length));
  range.setEnd(last, Math.min(to.offset + 1, last.length));
  const outer = sheet.getBoundingClientRect();
  const part = (px: number, whole: number) => `${(100 * px) / whole}%`;
  return [...range.getClientRects()]
    .filter(({ width }) => width > 0)
    .map(({ left, top, width, height }, index) => ({
      key: `${from.run} ${from.offset} ${index}`,
      isCurrent,
      place: {
        left: part(left - outer.left, outer.width),
        top: part(top - outer.top, outer.height),
        width: part(width, outer.width),
        height: part(height, outer.height),
      },
    }));
}

function LinkOnPage({ link, label, onTurn }: { link: PageLink; label: string; onTurn: (page: number) => void }) {
  const { target } = link;
  const place = { left: `${link.left}%`, top: `${link.top}%`, width: `${link.width}%`, height: `${link.height}%` };
  if ('url' in target)
    return (
      <a className={css.link} style={place} href={target.url} target="_blank" rel="noopener noreferrer">
        <VisuallyHidden>{label}</VisuallyHidden>
      </a>
    );
  return <button type="button" className={css.link} style={place} aria-label={label} onClick={() => onTurn(target.page)} />;
}
