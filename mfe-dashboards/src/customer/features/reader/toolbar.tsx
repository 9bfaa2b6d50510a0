import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Icon, type IconPath, icons, useTexts } from '@site/shared/site/site.ts';
import { type SubmitEvent, useState } from 'react';
import { texts } from './texts.ts';
import css from './toolbar.module.css';

type ToolbarProps = {
  readonly hasContents: boolean;
  readonly onContents: () => void;
  readonly isFinding: boolean;
  readonly onFind: () => void;
  readonly isNight: boolean;
  readonly onNight: () => void;
  /** Whether the margins are visible. Null for a book whose pages always show their margins. */
  readonly hasMargins: boolean | null;
  readonly onMargins: () => void;
  readonly canShrink: boolean;
  readonly canGrow: boolean;
  readonly onResize: (direction: 1 | -1) => void;
  readonly isFitted: boolean;
  readonly onFit: () => void;
};

/** Shows the tools of the reader: contents, search, dark pages, size. */
export function Toolbar(props: ToolbarProps) {
  const t = useTexts(texts);
  return (
    <div className={css.toolbar} role="toolbar" aria-label={t.tools}>
      {props.hasContents && (
        <button type="button" className={css.tool} aria-label={t.contents} aria-haspopup="dialog" onClick={props.onContents}>
          <Icon path={icons.menu} />
          <span className={css.name}>{t.contents}</span>
        </button>
      )}
      <button type="button" className={css.tool} aria-label={t.findInBook} aria-expanded={props.isFinding} onClick={props.onFind}>
        <Icon path={icons.search} />
        <span className={css.name}>{t.find}</span>
      </button>
      <button
        type="button"
        className={css.tool}
        aria-label={t.night}
        aria-pressed={props.isNight}
        title={t.nightHint}
        onClick={props.onNight}
      >
        <Moon />
        <span className={css.name}>{t.night}</span>
      </button>
      {props.hasMargins !== null && (
        <button type="button" className={css.tool} aria-label={t.margins} aria-pressed={props.hasMargins} onClick={props.onMargins}>
          <Icon path={WIDE_PAGE} />
        </button>
      )}
      <Tool icon={pageIcons.minus} label={t.smaller} isOff={!props.canShrink} onPress={() => props.onResize(-1)} />
      <Tool icon={icons.plus} label={t.larger} isOff={!props.canGrow} onPress={() => props.onResize(1)} />
      <button type="button" className={`${css.tool} ${css.fit}`} aria-pressed={props.isFitted} onClick={props.onFit}>
        {t.fit}
      </button>
    </div>
  );
}

/** An icon of text lines within a page. */
const WIDE_PAGE: IconPath = 'M5 3.5h14v17H5v-17ZM9 8.5h6m-6 3.5h6m-6 3.5h6';

/** An icon in the style of `Icon`. It is in this file because only the reader uses it. */
const Moon = () => (
  <svg className={css.moon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z" />
  </svg>
);

type ToolProps = {
  readonly icon: IconPath;
  readonly label: string;
  readonly isOff: boolean;
  readonly isTurned?: boolean;
  readonly onPress: () => void;
};

/**
 * Shows a tool of the reader. A tool that cannot do more, such as "larger" at the highest zoom, has `aria-disabled` instead of `disabled`,
 * so that it keeps the focus.
 */
export function Tool({ icon, label, isOff, isTurned = false, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className={css.tool}
      data-turned={isTurned || undefined}
      aria-label={label}
      aria-disabled={isOff}
      onClick={() => isOff || onPress()}
    >
      <Icon path={icon} />
    </button>
  );
}

type PagesProps = { readonly page: number; readonly pageCount: number; readonly onTurn: (page: number) => void };

/** Shows the position in the book, and the buttons to the neighbouring pages. */
export function Pages({ page, pageCount, onTurn }: PagesProps) {
  const t = useTexts(texts);
  return (
    <nav className={css.turning} aria-label={t.pages}>
      <Tool icon={pageIcons.arrowLeft} label={t.previous} isOff={page <= 1} onPress={() => onTurn(page - 1)} />
      <PageField page={page} pageCount={pageCount} onTurn={onTurn} />
      <Tool icon={pageIcons.arrowRight} label={t.next} isOff={page >= pageCount} onPress={() => onTurn(page + 1)} />
    </nav>
  );
}

function PageField({ page, pageCount, onTurn }: PagesProps) {
  const t = useTexts(texts);
  const [typed, setTyped] = useState<string | null>(null);
  function go() {
    const wanted = Number.parseInt(typed ?? '', 10);
    setTyped(null);
    if (wanted > 0) onTurn(wanted);
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    go();
  }
  return (
    <form className={css.pages} onSubmit={submit}>
      <input
        className={css.field}
        aria-label={t.goTo}
        value={typed ?? page}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={go}
      />
      <span>{t.of(pageCount)}</span>
    </form>
  );
}
