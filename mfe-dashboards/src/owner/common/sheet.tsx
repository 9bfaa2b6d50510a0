import type { ReactNode } from 'react';
import css from './sheet.module.css';

type SheetProps = {
  /** What is shown is on its way out: the next page of a list is being read. */
  readonly isBusy?: boolean;
  readonly isPadded?: boolean;
  readonly children: ReactNode;
};

/** The ground of a table and its pager. */
export function Sheet({ isBusy = false, isPadded, children }: SheetProps) {
  return (
    <div className={css.sheet} aria-busy={isBusy || undefined} data-padded={isPadded || undefined}>
      {children}
    </div>
  );
}
