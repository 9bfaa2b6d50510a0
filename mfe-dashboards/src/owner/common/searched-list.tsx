import { SearchForm } from '@site/shared/patterns/search-form.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { type IconPath, paths } from '@site/shared/site/site.ts';
import { type ReactNode, useRef } from 'react';
import type { ListAddress, PageCursors } from './list-address.ts';
import { ListFilters } from './list-filters.tsx';
import { type ListQuery, ListSheet, type ListTexts } from './list-sheet.tsx';
import { PageHeading } from './page-heading.tsx';

/** Words and state, as the address says them. */
export const searchedFilters = <State extends string>(list: ListAddress, states: readonly State[]) => ({
  q: list.value('q') || undefined,
  state: states.find((state) => state === list.value('state')),
});

type SearchedListTexts<State extends string> = ListTexts & {
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

type SearchedListProps<State extends string, Page> = {
  readonly icon: IconPath;
  readonly texts: SearchedListTexts<State>;
  readonly list: ListAddress;
  readonly states: readonly State[];
  readonly query: ListQuery<Page>;
  readonly rowsOf: (page: Page) => readonly unknown[];
  readonly actions?: ReactNode;
  readonly above?: ReactNode;
  /** Beside words and state, with the names that they have in the address. */
  readonly moreFilters?: { readonly names: readonly string[]; readonly controls: ReactNode };
  readonly children: (page: Page) => ReactNode;
};

/** A list of the owner's, searched by words and narrowed to one state. */
export function SearchedList<State extends string, Page extends PageCursors>(props: SearchedListProps<State, Page>) {
  const { icon, texts: t, list, states, query, rowsOf, actions, above, moreFilters, children } = props;
  const { q, state } = searchedFilters(list, states);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <PageHeading title={t.title} hint={t.hint} ref={heading} actions={actions} />
      {above}
      <ListFilters>
        <SearchForm
          query={q ?? ''}
          hrefOf={(words) => list.hrefOf({ q: words })}
          action={paths.dashboard.pattern}
          hidden={{ tab: list.value('tab'), ...(state ? { state } : {}) }}
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
        icon={icon}
        heading={heading}
      >
        {children}
      </ListSheet>
    </>
  );
}
