import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Icon, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import css from './more-menu.module.css';
import { texts } from './texts.ts';

type MoreMenuProps = {
  /** The name of the row, for screen readers. */
  readonly of: string;
  readonly children: ReactNode;
};

/**
 * Shows a menu with rare and dangerous actions of a row. The dialog of an action is a child of the menu, so the menu stays open behind that
 * dialog.
 */
export function MoreMenu({ of, children }: MoreMenuProps) {
  const t = useTexts(texts);
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (menu.current && target instanceof Node && !menu.current.contains(target)) menu.current.open = false;
    };
    const closeByKey = ({ key, target }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.current?.open || (target instanceof Element && target.closest('dialog'))) return;
      menu.current.open = false;
      menu.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, []);
  return (
    <details ref={menu} className={css.more}>
      <summary className={css.toggle}>
        <span>{t.more}</span>
        <VisuallyHidden>: {of}</VisuallyHidden>
        <Icon path={pageIcons.chevronDown} />
      </summary>
      <div className={css.menu}>{children}</div>
    </details>
  );
}
