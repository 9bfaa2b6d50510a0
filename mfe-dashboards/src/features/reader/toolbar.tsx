import { Icon, type IconName, useTexts } from '@site/shared/site/site.ts';
import { type SubmitEvent, useState } from 'react';
import { texts } from './texts.ts';
import css from './toolbar.module.css';

type ToolbarProps = {
  readonly page: number;
  readonly pageCount: number;
  readonly onTurn: (page: number) => void;
  readonly hasContents: boolean;
  readonly onContents: () => void;
  readonly canShrink: boolean;
  readonly canGrow: boolean;
  readonly onResize: (direction: 1 | -1) => void;
  readonly isFitted: boolean;
  readonly onFit: () => void;
};

/** What one does with a book: contents, pages, size. */
export function Toolbar(props: ToolbarProps) {
  const { page, pageCount, onTurn } = props;
  const t = useTexts(texts);
  return (
    <div className={css.toolbar} role="toolbar" aria-label={t.tools}>
      <div className={css.group}>
        {props.hasContents && (
          <button type="button" className={css.tool} aria-label={t.contents} aria-haspopup="dialog" onClick={props.onContents}>
            <Icon name="menu" />
            <span className={css.name}>{t.contents}</span>
          </button>
        )}
      </div>
      <div className={css.group}>
        <Tool icon="arrow-left" label={t.previous} isOff={page <= 1} onPress={() => onTurn(page - 1)} />
        <PageField page={page} pageCount={pageCount} onTurn={onTurn} />
        <Tool icon="arrow-right" label={t.next} isOff={page >= pageCount} onPress={() => onTurn(page + 1)} />
      </div>
      <div className={css.group}>
        <Tool icon="minus" label={t.smaller} isOff={!props.canShrink} onPress={() => props.onResize(-1)} />
        <Tool icon="plus" label={t.larger} isOff={!props.canGrow} onPress={() => props.onResize(1)} />
        <button type="button" className={`${css.tool} ${css.fit}`} aria-pressed={props.isFitted} onClick={props.onFit}>
          {t.fit}
        </button>
      </div>
    </div>
  );
}

type ToolProps = { readonly icon: IconName; readonly label: string; readonly isOff: boolean; readonly onPress: () => void };

/** Keeps its focus at the end of its way: it is told to be off, and does nothing. */
function Tool({ icon, label, isOff, onPress }: ToolProps) {
  return (
    <button type="button" className={css.tool} aria-label={label} aria-disabled={isOff} onClick={() => isOff || onPress()}>
      <Icon name={icon} />
    </button>
  );
}

type PageFieldProps = Pick<ToolbarProps, 'page' | 'pageCount' | 'onTurn'>;

function PageField({ page, pageCount, onTurn }: PageFieldProps) {
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
