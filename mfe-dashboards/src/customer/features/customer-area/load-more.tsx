import { Button, useTexts } from '@site/shared/site/site.ts';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import css from './load-more.module.css';
import { texts } from './texts.ts';

type LoadMoreProps = {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: unknown;
    readonly fetchNextPage: () => unknown;
  };
};

/** The next page of a list, while there is one. */
export function LoadMore({ query }: LoadMoreProps) {
  const t = useTexts(texts);
  const failure = useFailureText(query.error);
  if (!query.hasNextPage) return null;
  return (
    <div className={css.more}>
      <div role="alert">
        {query.isFetchNextPageError && (
          <p className={css.failure}>
            {t.loadMoreFailed} {failure}
          </p>
        )}
      </div>
      <Button variant="secondary" isPending={query.isFetchingNextPage} pendingText={t.loading} onClick={() => void query.fetchNextPage()}>
        {t.loadMore}
      </Button>
    </div>
  );
}
