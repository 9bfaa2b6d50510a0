import { useLocation } from '@site/shared/site/site.ts';
import { type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';
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
  // The link of a list that led here by its query went with the list; a page that was just loaded begins at its top. Before the frame puts
  // a visitor who goes back where they were.
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
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  );
}
