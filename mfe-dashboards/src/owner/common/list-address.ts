import { useLocation, useNavigate } from '@site/shared/site/site.ts';
import { useEffect, useRef } from 'react';

/** Where the pages beside the shown one begin, as every list of the admin area answers. */
export type PageCursors = { readonly nextCursor: string | null; readonly previousCursor: string | null };

export type ListAddress = ReturnType<typeof useListAddress>;

type Changes = Readonly<Record<string, string | null>>;

/** Filters, order and page of a list are in the address: they survive a reload, go back with the browser, and can be shared. */
export function useListAddress() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const shown = new URLSearchParams(search);
  // What was asked for last, while its page is still on its way: the next change adds to that.
  const asked = useRef(search);
  useEffect(() => {
    asked.current = search;
  }, [search]);

  const hrefOf = (changes: Changes): string => {
    const changed = new URLSearchParams(asked.current);
    // Another question begins at its first page.
    for (const [name, value] of Object.entries({ after: null, before: null, ...changes })) {
      if (value) changed.set(name, value);
      else changed.delete(name);
    }
    return `${pathname}?${changed}`;
  };
  const go = (changes: Changes, replace: boolean): void => {
    const href = hrefOf(changes);
    asked.current = href.slice(pathname.length);
    void navigate(href, { replace, preventScrollReset: true });
  };
  return {
    value: (name: string): string => shown.get(name) ?? '',
    /** A choice that the address may name, or undefined. */
    oneOf: <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
      values.find((value) => value === shown.get(name)),
    /** The page that is asked for; neither is the first one. */
    page: { after: shown.get('after') ?? undefined, before: shown.get('before') ?? undefined },
    /** All but words and page, for a form that works without scripts. */
    kept: Object.fromEntries([...shown].filter(([name]) => !['q', 'after', 'before'].includes(name))),
    hrefOf,
    filter: (changes: Changes) => go(changes, true),
    turnTo: (page: { after: string } | { before: string }) => go(page, false),
  };
}
