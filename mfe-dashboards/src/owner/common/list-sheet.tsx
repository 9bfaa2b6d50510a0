import { ApiError, Button, EmptyState, type IconPath, icons, useTexts } from '@site/shared/site/site.ts';
import type { ReactNode, RefObject } from 'react';
import { LoadFailure } from '../../signed-in/load-failure.tsx';
import { Loading } from '../../signed-in/loading.tsx';
import type { ListAddress, PageCursors } from './list-address.ts';
import { Pager } from './pager.tsx';
import { Sheet } from './sheet.tsx';
import { texts } from './texts.ts';

/** What a list's query knows. */
export type ListQuery<Page> = {
  readonly data: Page | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
};

/** What is listed, in sentences; `pages` is what one turns, such as "Páginas de pedidos". What is optional has general words. */
export type ListTexts = {
  readonly failed: string;
  readonly empty: string;
  readonly emptyMessage: string;
  readonly pages: string;
  readonly nothingFound?: string;
  readonly nothingFoundMessage?: string;
  /** Of an address that was cut off, or made up; else those of nothing found. */
  readonly wrongAddress?: string;
  readonly wrongAddressMessage?: string;
  readonly showAll?: string;
};

type ListSheetProps<Page> = {
  readonly list: ListAddress;
  readonly query: ListQuery<Page>;
  /** The filters that the list has in its address. */
  readonly filters: readonly string[];
  readonly rowsOf: (page: Page) => readonly unknown[];
  readonly texts: ListTexts;
  readonly icon: IconPath;
  /** Each page is read from here, whichever button led to it. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly children: (page: Page) => ReactNode;
};

/** The address was cut off, or made up. */
const isRefusedAddress = (error: unknown) => error instanceof ApiError && error.code === 'invalid_input';

/** A page of a list in each of its states: on its way, failed, empty, nothing found, there. */
export function ListSheet<Page extends PageCursors>(props: ListSheetProps<Page>) {
  const { list, query, filters, rowsOf, icon, heading, children } = props;
  const t = { ...useTexts(texts), ...props.texts };
  const toTop = () => heading.current?.focus();

  if (query.isPending) {
    return (
      <Sheet isPadded>
        <Loading text={t.loading} lines={10} />
      </Sheet>
    );
  }
  if (!query.data && !isRefusedAddress(query.error)) return <LoadFailure title={t.failed} query={query} />;
  if (query.data && rowsOf(query.data).length > 0) {
    return (
      <Sheet isBusy={query.isPlaceholderData}>
        {children(query.data)}
        <Pager label={t.pages} list={list} cursors={query.data} onTurn={toTop} />
      </Sheet>
    );
  }
  const isNarrowed = [...filters.map(list.value), list.page.after, list.page.before].some(Boolean);
  if (!isNarrowed) return <EmptyState icon={icon} title={t.empty} message={t.emptyMessage} />;
  const showAll = () => {
    list.filter(Object.fromEntries(filters.map((name) => [name, null])));
    toTop();
  };
  const isRefused = isRefusedAddress(query.error);
  return (
    <EmptyState
      icon={icons.search}
      title={(isRefused && t.wrongAddress) || t.nothingFound}
      message={(isRefused && t.wrongAddressMessage) || t.nothingFoundMessage}
    >
      <Button variant="secondary" onClick={showAll}>
        {t.showAll}
      </Button>
    </EmptyState>
  );
}
