import { Button, useTexts } from '@site/shared/site/site.ts';
import type { ListPages } from './list-pages.ts';
import css from './pager.module.css';
import { texts } from './texts.ts';

type PagerProps = {
  /** What is paged through, such as "Páginas de pedidos". */
  readonly label: string;
  readonly pages: ListPages;
  /** Leads to the next page; null on the last one. */
  readonly nextCursor: string | null;
  /** After each turn, for example to move the focus to the list's heading. */
  readonly onTurn?: () => void;
};

/** Prev and Next of a list, with the number of the page where it is known. */
export function Pager({ label, pages, nextCursor, onTurn }: PagerProps) {
  const t = useTexts(texts);
  const turn = (go: () => void) => {
    go();
    onTurn?.();
  };
  if (pages.after === undefined && nextCursor === null) return null;
  return (
    <nav className={css.pages} aria-label={label}>
      <Button variant="secondary" size="s" disabled={pages.after === undefined} onClick={() => turn(pages.goPrevious)}>
        {t.previous}
      </Button>
      <p>{pages.page !== null && t.page(pages.page)}</p>
      <Button
        variant="secondary"
        size="s"
        disabled={nextCursor === null}
        onClick={() => nextCursor !== null && turn(() => pages.goNext(nextCursor))}
      >
        {t.next}
      </Button>
    </nav>
  );
}
