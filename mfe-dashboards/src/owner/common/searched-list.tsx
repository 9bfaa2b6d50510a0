import { SearchForm } from '@site/shared/patterns/search-form.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { ApiError, Button, ButtonLink, EmptyState, type IconPath, icons, paths, useTexts } from '@site/shared/site/site.ts';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { LoadFailure } from '../../signed-in/load-failure.tsx';
import { Loading } from '../../signed-in/loading.tsx';
import type { ListAddress, PageCursors } from './list-address.ts';
import { PageHeading } from './page-heading.tsx';
import css from './searched-list.module.css';
import { texts } from './texts.ts';

type ListQuery<Page> = {
  readonly data: Page | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
};

type Option = { readonly value: string; readonly label: string };
export const optionsOf = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>): Option[] =>
  values.map((value) => ({ value, label: labels[value] }));

/** A filter, with its name in the URL. */
type Choice = {
  readonly name: string;
  readonly label: string;
  /** The option's text for "no value". */
  readonly all: string;
  readonly options: readonly Option[];
  /** Whether the list leaves out some rows even if no value is chosen. */
  readonly isPartial?: boolean;
};

type SearchedListProps<Page> = {
  readonly icon: IconPath;
  readonly texts: {
    readonly title: string;
    readonly hint?: string | undefined;
    readonly failed: string;
    /** Shown if the list has no rows at all. Explains the purpose of the list. */
    readonly empty: string;
    readonly emptyMessage: string;
    /** The label of the search field. Without a label the list has no search field. */
    readonly search?: string;
    readonly searchHint?: string;
  };
  readonly list: ListAddress;
  readonly query: ListQuery<Page>;
  readonly rowsOf: (page: Page) => readonly unknown[];
  readonly choices?: readonly Choice[];
  /** Further filters whose controls are not select fields. */
  readonly moreFilters?: { readonly names: readonly string[]; readonly controls: ReactNode };
  /** The sort orders in addition to newest first. */
  readonly sorts?: readonly Option[];
  /** The button that adds a row. It is in the heading, or in the middle of an empty list. */
  readonly primary?: ReactElement | false;
  /** The page where visitors create the first row of an empty list, if the owner cannot. */
  readonly beginsAt?: string;
  readonly actions?: ReactNode;
  readonly above?: ReactNode;
  readonly children: (page: Page) => ReactNode;
};

/** Shows an admin list with search, filters, order and pages, in all its states: loading, failed, empty, no match, loaded. */
export function SearchedList<Page extends PageCursors>(props: SearchedListProps<Page>) {
  const { icon, texts: words, list, query, rowsOf, choices = [], moreFilters, sorts, primary, beginsAt, actions, above, children } = props;
  const t = useTexts(texts);
  const heading = useRef<HTMLHeadingElement>(null);
  const [cleared, setCleared] = useState(0);
  const names = ['q', ...choices.map(({ name }) => name), ...(moreFilters?.names ?? [])];
  const isNarrowed = names.some(list.value);
  const isFirstPage = !list.page.after && !list.page.before;
  const isFound = query.data !== undefined && rowsOf(query.data).length > 0;
  const isEmpty = query.data !== undefined && !isFound && !isNarrowed && isFirstPage;
  /** The cursor in the URL is invalid, because the URL was cut off or typed. */
  const isRefused = query.error instanceof ApiError && query.error.code === 'invalid_input';
  const toTop = () => heading.current?.focus();
  const showAll = () => {
    // A day that is only half typed is not in the URL, so resetting the filters must clear it separately.
    setCleared(cleared + 1);
    list.filter(Object.fromEntries(names.map((name) => [name, null])));
    toTop();
  };

  function content() {
    if (query.isPending) {
      return (
        <div className={css.sheet} data-padded>
          <Loading text={t.loading} lines={10} />
        </div>
      );
    }
    if (!query.data && !isRefused) return <LoadFailure title={words.failed} query={query} />;
    if (isEmpty) {
      return (
        <EmptyState icon={icon} title={words.empty} message={words.emptyMessage}>
          {primary ?? (beginsAt && <ButtonLink to={beginsAt}>{t.seeOnSite}</ButtonLink>)}
        </EmptyState>
      );
    }
    if (!query.data || !isFound) {
      return (
        <EmptyState
          icon={icons.search}
          title={isRefused ? t.wrongAddress : t.nothingFound}
          message={isRefused ? t.wrongAddressMessage : t.nothingFoundMessage}
        >
          <Button variant="secondary" onClick={showAll}>
            {t.showAll}
          </Button>
        </EmptyState>
      );
    }
    return (
      <div className={css.sheet} aria-busy={query.isPlaceholderData || undefined}>
        {children(query.data)}
        <Pages list={list} cursors={query.data} onTurn={toTop} />
      </div>
    );
  }

  return (
    <>
      <PageHeading
        title={words.title}
        hint={words.hint}
        ref={heading}
        actions={
          <>
            {actions}
            {!isEmpty && primary}
          </>
        }
      />
      {above}
      {(!isEmpty || choices.some(({ isPartial }) => isPartial)) && (
        <div key={cleared} className={css.filters}>
          {words.search && (
            <SearchForm
              query={list.value('q')}
              hrefOf={(q) => list.hrefOf({ q })}
              action={paths.dashboard.pattern}
              hidden={list.kept}
              label={words.search}
              placeholder={words.searchHint ?? words.search}
              submitText={t.searchNow}
            />
          )}
          {moreFilters?.controls}
          {choices.map(({ name, label, all, options }) => (
            <Select
              key={name}
              label={label}
              isLabelHidden
              value={list.value(name)}
              onChange={({ currentTarget }) => list.filter({ [name]: currentTarget.value })}
              options={[{ value: '', label: all }, ...options]}
            />
          ))}
          {sorts && (
            <Select
              label={t.order}
              isLabelHidden
              value={list.value('sort')}
              onChange={({ currentTarget }) => list.filter({ sort: currentTarget.value })}
              options={[{ value: '', label: t.newest }, ...sorts]}
            />
          )}
          {isNarrowed && isFound && (
            <Button variant="quiet" size="s" onClick={showAll}>
              {t.clearFilters}
            </Button>
          )}
        </div>
      )}
      {content()}
    </>
  );
}

type PagesProps = { readonly list: ListAddress; readonly cursors: PageCursors; readonly onTurn: () => void };

function Pages({ list, cursors: { nextCursor, previousCursor }, onTurn }: PagesProps) {
  const t = useTexts(texts);
  if (nextCursor === null && previousCursor === null) return null;
  const turn = (page: Parameters<typeof list.turnTo>[0]) => {
    list.turnTo(page);
    // After paging, the list is shown from its top.
    onTurn();
  };
  return (
    <nav className={css.pages} aria-label={t.pages}>
      <Button
        variant="secondary"
        size="s"
        disabled={previousCursor === null}
        onClick={() => previousCursor !== null && turn({ before: previousCursor })}
      >
        {t.previous}
      </Button>
      <Button
        variant="secondary"
        size="s"
        disabled={nextCursor === null}
        onClick={() => nextCursor !== null && turn({ after: nextCursor })}
      >
        {t.next}
      </Button>
    </nav>
  );
}
