import { useEffect, useEffectEvent, useState } from 'react';
import type { OpenPdf } from './open-pdf.ts';
import { findOnPage, type Hit, searched } from './page-text.ts';

export type Find = {
  readonly isOpen: boolean;
  readonly words: string;
  /** The search hits in page order. */
  readonly hits: readonly Hit[];
  /** The index of the selected hit. */
  readonly current: Hit | null;
  /** Searched fraction of the book, 0 to 1; null while no search runs. */
  readonly part: number | null;
  /** Whether no page of the book has any text, so that there is nothing to search. */
  readonly isWordless: boolean;
};

const CLOSED: Find = { isOpen: false, words: '', hits: [], current: null, part: null, isWordless: false };
/** The search waits for this pause in typing, in milliseconds. */
const PAUSE_MS = 200;

const order = (one: Hit, other: Hit): number =>
  one.page - other.page || one.from.run - other.from.run || one.from.offset - other.from.offset;

/** Searches a book outwards from the open page, and moves between the hits. */
export function useFind(pdf: OpenPdf, page: number, onTurn: (page: number) => void) {
  const [find, setFind] = useState(CLOSED);
  const { isOpen, words } = find;

  const goTo = (hit: Hit) => {
    setFind((before) => ({ ...before, current: hit }));
    onTurn(hit.page);
  };

  const search = useEffectEvent(async (signal: AbortSignal) => {
    const pages = Array.from({ length: pdf.pageCount }, (_, index) => ((page - 1 + index) % pdf.pageCount) + 1);
    let hits: Hit[] = [];
    let hasText = false;
    for (const [index, number] of pages.entries()) {
      const text = await pdf.text(number).catch(() => null);
      if (signal.aborted) return;
      hasText ||= (text?.letters.length ?? 0) > 0;
      const here = text ? findOnPage(number, text, words) : [];
      const isFirst = hits.length === 0 && here.length > 0;
      if (here.length > 0) hits = [...hits, ...here].sort(order);
      const isEnd = index === pages.length - 1;
      // Each update re-renders the search bar, so updates without new hits are throttled.
      if (here.length > 0 || isEnd || index % 8 === 0) {
        const shown = hits;
        setFind((before) => ({ ...before, hits: shown, part: isEnd ? null : (index + 1) / pages.length, isWordless: isEnd && !hasText }));
      }
      if (isFirst && here[0]) goTo(here[0]);
    }
  });

  useEffect(() => {
    if (!isOpen || searched(words) === '') return;
    const searching = new AbortController();
    const timer = setTimeout(() => void search(searching.signal), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      searching.abort();
    };
  }, [isOpen, words]);

  return {
    find,
    open: () => setFind((before) => ({ ...before, isOpen: true })),
    /** The search words stay for the next search. */
    close: () => setFind((before) => ({ ...CLOSED, words: before.words })),
    type: (next: string) => setFind({ ...CLOSED, isOpen: true, words: next, part: searched(next) === '' ? null : 0 }),
    /** Goes to the next (1) or previous (-1) hit, and wraps around at the ends of the book. */
    step: (by: 1 | -1) => {
      const { hits, current } = find;
      const at = current ? hits.indexOf(current) : by > 0 ? -1 : 0;
      const next = hits[(at + by + hits.length) % hits.length];
      if (next) goTo(next);
    },
  };
}
