import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef } from 'react';
import css from './tabs.module.css';

export type Tab<Id extends string> = { readonly id: Id; readonly label: ReactNode; readonly href: string };

type TabsProps<Id extends string> = {
  /** Name of the tabs for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  /** Opens the tab's address without leaving the page. Without scripts the link itself does. */
  readonly onSelect: (id: Id) => void;
  /** The selected tab's content. */
  readonly children: ReactNode;
};

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * Renders tabs that each have an address. Arrow keys, Home and End move between them; Enter or Space opens one (WAI-ARIA tabs, manual
 * activation).
 */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const set = useId();

  const handleKey = (event: KeyboardEvent<HTMLAnchorElement>, index: number, id: Id) => {
    if (event.key === ' ') {
      event.preventDefault();
      onSelect(id);
      return;
    }
    const targets: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[(target + tabs.length) % tabs.length]?.focus();
  };

  return (
    <div className={css.tabs}>
      <div className={css.list} role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab, index) => (
          <a
            key={tab.id}
            id={`${set}tab-${tab.id}`}
            href={tab.href}
            role="tab"
            className={css.tab}
            aria-selected={tab.id === selected}
            aria-controls={tab.id === selected ? `${set}panel` : undefined}
            tabIndex={tab.id === selected ? 0 : -1}
            onKeyDown={(event) => handleKey(event, index, tab.id)}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              onSelect(tab.id);
            }}
          >
            {tab.label}
          </a>
        ))}
      </div>
      <div id={`${set}panel`} role="tabpanel" aria-labelledby={`${set}tab-${selected}`} className={css.panel}>
        {children}
      </div>
    </div>
  );
}
