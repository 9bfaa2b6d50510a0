import { SearchForm } from '@site/shared/patterns/search-form.tsx';
import { paths, Select } from '@site/shared/site/site.ts';
import { type ReactNode, useRef } from 'react';
import type { ListAddress, PageCursors } from './list-address.ts';
import { ListFilters } from './list-filters.tsx';
import { type ListQuery, ListSheet, type ListTexts } from './list-sheet.tsx';
import { PageHeading } from './page-heading.tsx';

/** Words and state, as the address says them. */
export const inboxFilters = <State extends string>(list: ListAddress, states: readonly State[]) => ({
  q: list.value('q') || undefined,
  state: states.find((state) => state === list.value('state')),
});

type InboxTexts<State extends string> = ListTexts & {
  readonly title: string;
  readonly hint: string;
  readonly search: string;
  readonly searchHint: string;
  readonly searchNow: string;
  readonly state: string;
  /** Instead of one state. */
  readonly all: string;
  readonly states: Readonly<Record<State, string>>;
};

type InboxProps<State extends string, Page> = {
  readonly tab: 'messages' | 'subscribers';
  readonly texts: InboxTexts<State>;
  readonly list: ListAddress;
  readonly states: readonly State[];
  readonly query: ListQuery<Page>;
  readonly rowsOf: (page: Page) => readonly unknown[];
  readonly actions?: ReactNode;
  /** Beside words and state, with the names that they have in the address. */
  readonly moreFilters?: { readonly names: readonly string[]; readonly controls: ReactNode };
  readonly children: (page: Page) => ReactNode;
};

/** What visitors sent, searched by words and narrowed to one state. */
export function Inbox<State extends string, Page extends PageCursors>(props: InboxProps<State, Page>) {
  const { tab, texts: t, list, states, query, rowsOf, actions, moreFilters, children } = props;
  const { q, state } = inboxFilters(list, states);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <PageHeading title={t.title} hint={t.hint} ref={heading} actions={actions} />
      <ListFilters>
        <SearchForm
          query={q ?? ''}
          hrefOf={(words) => list.hrefOf({ q: words })}
          action={paths.dashboard.pattern}
          hidden={{ tab }}
          label={t.search}
          placeholder={t.searchHint}
          submitText={t.searchNow}
        />
        <Select
          label={t.state}
          isLabelHidden
          value={state ?? ''}
          onChange={(event) => list.filter({ state: event.target.value })}
          options={[{ value: '', label: t.all }, ...states.map((value) => ({ value, label: t.states[value] }))]}
        />
        {moreFilters?.controls}
      </ListFilters>
      <ListSheet
        list={list}
        query={query}
        filters={['q', 'state', ...(moreFilters?.names ?? [])]}
        rowsOf={rowsOf}
        texts={t}
        icon="mail"
        heading={heading}
      >
        {children}
      </ListSheet>
    </>
  );
}
