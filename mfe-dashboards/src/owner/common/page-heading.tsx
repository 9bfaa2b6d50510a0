import { useLocation } from '@site/shared/site/site.ts';
import { type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';
import layout from '../../signed-in/layout.module.css';
import css from './page-heading.module.css';

type PageHeadingProps = {
  readonly title: ReactNode;
  /** One sentence on what is here. */
  readonly hint?: ReactNode;
  /** Buttons of the whole page, at its end. */
  readonly actions?: ReactNode;
  /** A way back to the list, above the title. */
  readonly back?: ReactNode;
  /** The title, to move the focus to. */
  readonly ref?: Ref<HTMLHeadingElement>;
};

/** Holds the line of a hint that is still on its way. */
export const PLACE = '\u00a0';

/** How the router names the place where a visit began. */
const FIRST_KEY = 'default';

/** What stands at the top of each tab and page of the admin area. */
export function PageHeading({ title, hint, actions, back, ref }: PageHeadingProps) {
  const head = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  // A link that only changes the query is removed with its list, and the focus with it. A layout effect, so that the frame can restore the
  // scroll position of a visitor who goes back after it.
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
