import { useLocation } from '@site/shared/site/site.ts';
import { type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';
import layout from '../../signed-in/layout.module.css';
import css from './page-heading.module.css';

type PageHeadingProps = {
  readonly title: ReactNode;
  /** A sentence about the page, below its title. */
  readonly hint?: ReactNode;
  /** Buttons that apply to the whole page, at the end of the heading. */
  readonly actions?: ReactNode;
  /** A link above the title, which leads back to the list. */
  readonly back?: ReactNode;
  /** A ref to the title, which can get the focus. */
  readonly ref?: Ref<HTMLHeadingElement>;
};

/** Until the hint has loaded, a non-breaking space keeps its line. */
export const PLACE = '\u00a0';

/** The key that the router gives the first page of a visit. */
const FIRST_KEY = 'default';

/** Shows the heading of each tab and page of the admin area. */
export function PageHeading({ title, hint, actions, back, ref }: PageHeadingProps) {
  const head = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  // A pressed link that only changes the query disappears with its list, and the focus with it. So the heading takes the focus. This is a
  // layout effect, so that the shell can restore the scroll position afterwards when a visitor goes back.
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && key !== FIRST_KEY) head.current?.querySelector('h1')?.focus();
  }, [key]);
  return (
    <div ref={head} className={css.head}>
      <div>
        {back && <p className={css.back}>{back}</p>}
        <h1 className={css.title} ref={ref} tabIndex={-1}>
          {title}
        </h1>
        {hint && <p className={css.hint}>{hint}</p>}
      </div>
      {actions && <div className={layout.chips}>{actions}</div>}
    </div>
  );
}
