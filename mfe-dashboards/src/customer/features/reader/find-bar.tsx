import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Icon, icons, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect } from 'react';
import css from './find-bar.module.css';
import { texts } from './texts.ts';
import { Tool } from './toolbar.tsx';
import type { Find } from './use-find.ts';

type FindBarProps = {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly find: Find;
  readonly onType: (words: string) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onClose: () => void;
};

/** Searches the book: Enter goes to the next hit, Shift+Enter to the previous one, Esc closes the search. */
export function FindBar({ field, find, onType, onStep, onClose }: FindBarProps) {
  const t = useTexts(texts);
  const statusId = useId();
  const { words, hits, current, part, isWordless } = find;
  const at = current ? hits.indexOf(current) + 1 : 0;
  const isIdle = words.trim() === '';
  const isOff = hits.length === 0;
  // A layout effect focuses the field before the next key press.
  useLayoutEffect(() => field.current?.select(), [field]);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  const outcome = isIdle
    ? ''
    : isWordless
      ? t.wordless
      : hits.length > 0
        ? t.foundAt(at, hits.length, part !== null)
        : part === null
          ? t.notFound
          : t.searching(Math.floor(part * 100));
  return (
    <search className={css.find}>
      <Icon path={icons.search} />
      <input
        ref={field}
        className={css.field}
        type="text"
        aria-label={t.findInBook}
        aria-describedby={statusId}
        placeholder={t.findInBook}
        title={t.findHint}
        value={words}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={press}
      />
      <p id={statusId} className={css.outcome} role="status">
        {outcome}
        {current && !isIdle && <VisuallyHidden> {t.foundOn(current.page, current.line)}</VisuallyHidden>}
      </p>
      <Tool icon={pageIcons.chevronDown} label={t.previousHit} isOff={isOff} isTurned onPress={() => onStep(-1)} />
      <Tool icon={pageIcons.chevronDown} label={t.nextHit} isOff={isOff} onPress={() => onStep(1)} />
      <Tool icon={pageIcons.close} label={t.closeFind} isOff={false} onPress={onClose} />
      {part !== null && !isIdle && <progress className={css.progress} max={1} value={part} aria-label={t.searchingBook} />}
    </search>
  );
}
