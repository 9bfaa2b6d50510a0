import { useLocation, useNavigate } from '@site/shared/site/site.ts';
import { useEffect, useRef } from 'react';

/** The cursors of the neighbouring pages, as every list of the admin area returns them. */
export type PageCursors = { readonly nextCursor: string | null; readonly previousCursor: string | null };

export type ListAddress = ReturnType<typeof useListAddress>;

type Changes = Readonly<Record<string, string | null>>;

/** Keeps a list's filters, order and page in the URL. So they survive a reload, follow the browser's Back button, and can be shared. */
export function useListAddress() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const shown = new URLSearchParams(search);
  // The latest requested query. The next change of the filters is based on it, even if its page has not loaded yet.
  const asked = useRef(search);
  useEffect(() => {
    asked.current = search;
  }, [search]);

  const hrefOf = (changes: Changes): string => {
    const changed = new URLSearchParams(asked.current);
    // A changed filter or order begins at the first page.
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
    /** Returns the URL's value if it is one of `values`, or undefined. */
    oneOf: <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
      values.find((value) => value === shown.get(name)),
    /** The cursors of the requested page. If both are undefined, it is the first page. */
    page: { after: shown.get('after') ?? undefined, before: shown.get('before') ?? undefined },
    /** All parameters except the search words and the page, as hidden fields of a form that works without scripts. */
    kept: Object.fromEntries([...shown].filter(([name]) => !['q', 'after', 'before'].includes(name))),
    hrefOf,
    filter: (changes: Changes) => go(changes, true),
    turnTo: (page: { after: string } | { before: string }) => go(page, false),
  };
}
