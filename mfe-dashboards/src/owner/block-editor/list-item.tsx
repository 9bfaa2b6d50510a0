import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Icon } from '@site/shared/site/site.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { type ReactNode, useState } from 'react';
import css from './fields.module.css';

/** The fields that identify a list item, such as the year and title of a milestone. */
const NAMING = ['year', 'value', 'title', 'name', 'question', 'label'] as const;

/** Returns a short description of a list item in the admin's language: its naming field, or its first words. */
export function aboutOf(thing: unknown, locale: Locale): string {
  if (typeof thing === 'string') return thing;
  if (typeof thing === 'number') return String(thing);
  if (typeof thing !== 'object' || thing === null) return '';
  const parts = thing as Readonly<Record<string, unknown>>;
  const names = NAMING.map((name) => aboutOf(parts[name], locale)).filter(Boolean);
  if (names.length > 0) return names.join(' · ');
  const own = parts[locale];
  if (typeof own === 'string' && own !== '') return own;
  for (const [name, part] of Object.entries(thing)) {
    const words = name === 'id' || name === 'kind' ? '' : aboutOf(part, locale);
    if (words) return words;
  }
  return '';
}

type ListItemProps = {
  readonly label: string;
  /** The first words of the list item. */
  readonly about: string;
  /** Whether the item has a single field, which need not be collapsed. */
  readonly isBare: boolean;
  /** Whether the item has an error, which must be visible. */
  readonly isForcedOpen: boolean;
  readonly actions: ReactNode;
  readonly children: ReactNode;
};

/** Shows one item of a list. In a long list an item's fields are rendered only once it is opened. */
export function ListItem({ label, about, isBare, isForcedOpen, actions, children }: ListItemProps) {
  const [isOpen, setIsOpen] = useState(about === '');
  const isShown = isOpen || isForcedOpen;
  if (isBare) {
    return (
      <div className={css.bare}>
        <div className={css.fields}>{children}</div>
        <span className={css.actions}>{actions}</span>
      </div>
    );
  }
  return (
    <div className={css.thing}>
      <details open={isShown} onToggle={(event) => setIsOpen(event.currentTarget.open)} className={css.folded}>
        <summary className={css.summary}>
          <Icon path={pageIcons.chevronDown} />
          <span className={css.title}>{label}</span>
          <span className={css.about}>{about}</span>
        </summary>
        {isShown && <div className={css.fields}>{children}</div>}
      </details>
      <span className={css.actions}>{actions}</span>
    </div>
  );
}
