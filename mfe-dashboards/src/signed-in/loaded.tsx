import { ApiError } from '@site/shared/site/site.ts';
import type { ReactElement, ReactNode } from 'react';
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
  /** The title of the message that is shown if loading fails. */
  readonly failed: string;
  /** The number of lines that the content will take, or the element that reserves its space. */
  readonly lines?: number;
  readonly place?: ReactNode;
  /** Whether the title of the page is still loading, so that the placeholder includes a title. */
  readonly hasTitle?: boolean;
  /** Shown if the API finds nothing at this URL. */
  readonly missing?: ReactNode;
  /** The page's heading above a failure. */
  readonly heading?: ReactElement;
  readonly children: (data: Data) => ReactNode;
};

/** Shows a query's result, a placeholder while it loads, and the reason after a failure. The result stays during a reload. */
export function Loaded<Data>({ query, failed, lines = 8, place, hasTitle = false, missing, heading, children }: LoadedProps<Data>) {
  const { data, error, isPending } = query;
  if (data !== undefined) return children(data);
  if (isPending) return place ?? <Loading lines={lines} hasTitle={hasTitle} />;
  if (missing && error instanceof ApiError && error.code === 'not_found') return missing;
  return (
    <>
      {heading}
      <LoadFailure title={failed} query={query} />
    </>
  );
}
