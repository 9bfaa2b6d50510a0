import { ApiError } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import { LoadFailure } from './load-failure.tsx';
import { Loading } from './loading.tsx';

type LoadedProps<Data> = {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly isPending: boolean;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  /** The title of a failure. */
  readonly failed: string;
  /** How many lines the content will take, or what holds its place instead. */
  readonly lines?: number;
  readonly place?: ReactNode;
  /** The title of a page is loading too. */
  readonly hasTitle?: boolean;
  /** Stands where the API knows nothing under this address. */
  readonly missing?: ReactNode;
  readonly children: (data: Data) => ReactNode;
};

/** What a query found: its place until then, and after a failure the reason. What was found stays while it is read again. */
export function Loaded<Data>({ query, failed, lines = 8, place, hasTitle = false, missing, children }: LoadedProps<Data>) {
  const { data, error, isPending } = query;
  if (data !== undefined) return children(data);
  if (isPending) return place ?? <Loading lines={lines} hasTitle={hasTitle} />;
  if (missing && error instanceof ApiError && error.code === 'not_found') return missing;
  return <LoadFailure title={failed} query={query} />;
}
