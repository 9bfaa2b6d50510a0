import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { useModal } from '@site/shared/patterns/use-modal.ts';
import { Icon, icons, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useEffect, useState } from 'react';
import css from './admin-search.module.css';
import { SearchBox } from './search-box.tsx';
import { texts } from './texts.ts';

/** On Apple's keyboards the shortcut uses ⌘ instead of Ctrl. */
const KEYS = /Mac|iP(hone|ad)/.test(globalThis.navigator?.userAgent ?? '') ? '⌘ K' : 'Ctrl K';

/** Shows the search of the header: a box that opens over the page, also with Ctrl+K or ⌘K. */
export function AdminSearch() {
  const t = useTexts(texts);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const modal = useModal(isOpen, close);

  // The shortcut works anywhere on the page.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setIsOpen(true);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  return (
    <div className={css.search}>
      <button
        type="button"
        className={css.open}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
      >
        <Icon path={icons.search} />
        <span className={css.words}>{t.search}</span>
        <span className={css.keys} aria-hidden="true">
          {KEYS}
        </span>
      </button>
      <dialog {...modal} className={css.dialog} aria-label={t.search}>
        <div className={css.sheet}>
          {isOpen && <SearchBox onChoose={close} />}
          <button type="button" className={css.close} onClick={close}>
            <Icon path={pageIcons.close} />
            <VisuallyHidden>{t.closeSearch}</VisuallyHidden>
          </button>
        </div>
      </dialog>
    </div>
  );
}
