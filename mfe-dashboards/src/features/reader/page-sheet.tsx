import { Skeleton, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { DrawnPage, OpenPdf, PageLink } from './open-pdf.ts';
import css from './page-sheet.module.css';
import { texts } from './texts.ts';

type PageSheetProps = {
  /** The element in which a page that is wider scrolls. */
  readonly ref: Ref<HTMLElement>;
  readonly pdf: OpenPdf;
  readonly page: number;
  /** In CSS pixels; 0 while it is not known. */
  readonly width: number;
  readonly label: string;
  readonly language: string;
  readonly onTurn: (page: number) => void;
};

/** One page of the book. The page before stays until the next one is drawn. */
export function PageSheet({ ref, pdf, page, width, label, language, onTurn }: PageSheetProps) {
  const t = useTexts(texts);
  const { drawn, hasFailed } = useDrawnPage(pdf, page, width);
  const isCurrent = drawn?.page === page;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section ref={ref} className={css.frame} aria-label={label} aria-busy={!isCurrent && !hasFailed} tabIndex={0}>
      {hasFailed && (
        <p className={css.failure} role="alert">
          {t.pageFailed}
        </p>
      )}
      {drawn && !hasFailed && <Sheet drawn={drawn} language={language} onTurn={onTurn} />}
      {!drawn && !hasFailed && (
        <div className={css.place}>
          <Skeleton shape="cover" />
        </div>
      )}
    </section>
  );
}

function useDrawnPage(pdf: OpenPdf, page: number, width: number) {
  const [drawn, setDrawn] = useState<DrawnPage | null>(null);
  const [failed, setFailed] = useState<number | null>(null);
  useEffect(() => {
    if (width === 0) return;
    const drawing = new AbortController();
    pdf.draw(page, width, drawing.signal).then(
      (next) => {
        if (drawing.signal.aborted) return;
        setFailed(null);
        setDrawn(next);
      },
      () => drawing.signal.aborted || setFailed(page),
    );
    return () => drawing.abort();
  }, [pdf, page, width]);
  return { drawn, hasFailed: failed === page };
}

function Sheet({ drawn, language, onTurn }: { drawn: DrawnPage; language: string; onTurn: (page: number) => void }) {
  const t = useTexts(texts);
  const picture = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    picture.current?.replaceChildren(drawn.canvas);
    words.current?.replaceChildren(drawn.words);
  }, [drawn]);
  return (
    <div className={css.sheet} style={{ width: drawn.width, height: drawn.height }}>
      <div ref={picture} className={css.picture} />
      {drawn.pictures.length > 0 && <VisuallyHidden lang={language}>{drawn.pictures.join('. ')}</VisuallyHidden>}
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
  );
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
