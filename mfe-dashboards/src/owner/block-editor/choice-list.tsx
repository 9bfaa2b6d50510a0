import { Badge } from '@site/shared/patterns/badge.tsx';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, Icon, icons, VisuallyHidden } from '@site/shared/site/site.ts';
import { type DragEvent, useRef, useState } from 'react';
import layout from '../../signed-in/layout.module.css';
import { keepFormUnsent } from '../common/keep-form-unsent.ts';
import css from './choice-list.module.css';
import { type ChoiceKind, useChoiceSearch, useChosen } from './choice-queries.ts';
import { useLabels } from './labels.ts';
import { moveItem } from './move-item.ts';
import { Mover } from './mover.tsx';

type ChoiceListProps = {
  readonly kind: ChoiceKind;
  readonly ids: readonly string[];
  /** Shown while no item is chosen; by default, what the shop and the home page do then. */
  readonly noneHint?: string;
  readonly problem: string | undefined;
  readonly onChange: (ids: string[]) => void;
};

/**
 * Shows an ordered list of books or episodes. Items are searched, added, and moved by dragging or with buttons; each move is announced to
 * screen readers.
 */
export function ChoiceList({ kind, ids, noneHint, problem, onChange }: ChoiceListProps) {
  const { t, fieldOf } = useLabels();
  const [words, setWords] = useState('');
  const [said, setSaid] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const chosen = useChosen(kind, ids);
  const found = useChoiceSearch(kind, words);
  const nameOf = (id: string): string => chosen.get(id)?.title ?? found.names.get(id) ?? id;

  function move(id: string, to: number) {
    const from = ids.indexOf(id);
    if (from === -1 || to < 0 || to >= ids.length || from === to) return;
    onChange(moveItem(ids, from, to));
    setSaid(t.moved(nameOf(id), to + 1, ids.length));
  }

  const dragOver = (event: DragEvent, index: number) => {
    if (dragged === null) return;
    event.preventDefault();
    move(dragged, index);
  };

  return (
    <fieldset className={css.choices}>
      <legend className={css.legend}>{fieldOf(kind)}</legend>
      {ids.length === 0 ? <p className={layout.soft}>{noneHint ?? t.noneChosen[kind]}</p> : <p className={layout.soft}>{t.dragHint}</p>}
      <ol className={css.chosen}>
        {ids.map((id, index) => (
          <li
            key={id}
            className={css.choice}
            draggable
            data-dragged={dragged === id || undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', id);
              setDragged(id);
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => dragOver(event, index)}
            onDrop={(event) => event.preventDefault()}
          >
            <Icon path={icons.menu} />
            <span className={css.place}>{index + 1}</span>
            <span className={css.name}>
              {nameOf(id)} <AwayNote away={chosen.get(id)?.away} />
            </span>
            <Mover label={t.up(nameOf(id))} icon="up" isDisabled={index === 0} onPress={() => move(id, index - 1)} />
            <Mover label={t.down(nameOf(id))} icon="down" isDisabled={index === ids.length - 1} onPress={() => move(id, index + 1)} />
            <Mover
              label={t.remove(nameOf(id))}
              icon="remove"
              onPress={() => {
                onChange(ids.filter((other) => other !== id));
                setSaid(t.removed(nameOf(id)));
                // The pressed button disappears with its row, so the focus goes to the search.
                search.current?.focus();
              }}
            />
          </li>
        ))}
      </ol>
      {problem && (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      )}
      <TextField
        ref={search}
        label={t.search[kind]}
        type="search"
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={keepFormUnsent}
      />
      {found.isFailed && <p className={layout.soft}>{t.chooseFailed}</p>}
      {found.names.size > 0 && (
        <ul className={css.found}>
          {[...found.names]
            .filter(([id]) => !ids.includes(id))
            .slice(0, 6)
            .map(([id, name]) => (
              <li key={id}>
                <Button
                  variant="secondary"
                  size="s"
                  onClick={() => {
                    onChange([...ids, id]);
                    setSaid(t.added(name));
                    search.current?.focus();
                  }}
                >
                  <Icon path={icons.plus} />
                  {name}
                </Button>
              </li>
            ))}
        </ul>
      )}
      {found.isEmpty && <p className={layout.soft}>{t.nothingFound}</p>}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </fieldset>
  );
}

/** Explains why a chosen item is not on the site. */
function AwayNote({ away }: { away: string | undefined }) {
  const { t } = useLabels();
  if (!away) return null;
  return (
    <>
      <Badge tone="warning">{t.awayStates[away] ?? away}</Badge>
      <span className={layout.soft}>{` ${t.notShown}`}</span>
    </>
  );
}
