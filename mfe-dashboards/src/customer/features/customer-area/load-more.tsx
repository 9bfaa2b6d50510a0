import { Button, useTexts } from '@site/shared/site/site.ts';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import css from './load-more.module.css';
import { texts } from './texts.ts';

type LoadMoreProps = {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: Error | null;
    readonly fetchNextPage: () => unknown;
  };
};

/** Shows the button that loads the next page of a list, while there is one. */
export function LoadMore({ query }: LoadMoreProps) {
  const t = useTexts(texts);
  if (!query.hasNextPage) return null;
  return (
    <div className={css.more}>
      <ActionFailure error={query.isFetchNextPageError && query.error} what={t.loadMoreFailed} className={layout.failure} />
      <Button variant="secondary" isPending={query.isFetchingNextPage} pendingText={t.loading} onClick={() => void query.fetchNextPage()}>
        {t.loadMore}
      </Button>
    </div>
  );
}
