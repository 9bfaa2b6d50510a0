import { ApiError, Button, EmptyState, Skeleton, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useRef } from 'react';
import { useListPages } from '../../admin/list-pages.ts';
import { PageHeading } from '../../admin/page-heading.tsx';
import { Pager } from '../../admin/pager.tsx';
import { LoadFailure } from '../../signed-in/load-failure.tsx';
import { useCompletedOrders } from './orders-queries.ts';
import css from './orders-tab.module.css';
import { OrdersTable } from './orders-table.tsx';
import { texts } from './texts.ts';

/** The address was cut off, or made up. */
const isRefusedCursor = (error: unknown) => error instanceof ApiError && error.code === 'invalid_input';

/** Every paid order, 20 a page (§9). */
export function Component() {
  const t = useTexts(texts);
  const pages = useListPages();
  const orders = useCompletedOrders(pages.after);
  const heading = useRef<HTMLHeadingElement>(null);

  /** A new page is read from its beginning, whichever button led there. */
  const toTop = () => heading.current?.focus();

  function content() {
    if (orders.isPending) {
      return (
        <>
          <VisuallyHidden role="status">{t.loading}</VisuallyHidden>
          <div className={css.places} aria-hidden="true">
            <Skeleton lines={10} />
          </div>
        </>
      );
    }
    const isElsewhere = pages.after !== undefined;
    if (!orders.data && !(isElsewhere && isRefusedCursor(orders.error))) {
      return (
        <LoadFailure title={t.ordersFailed} error={orders.error} onRetry={() => void orders.refetch()} isRetrying={orders.isFetching} />
      );
    }
    if (!orders.data?.orders.length) {
      return isElsewhere ? (
        <EmptyState icon="bag" title={t.noSuchPage}>
          <Button
            onClick={() => {
              pages.goFirst();
              toTop();
            }}
          >
            {t.toFirstPage}
          </Button>
        </EmptyState>
      ) : (
        <EmptyState icon="bag" title={t.empty} message={t.emptyMessage} />
      );
    }
    const { orders: list, nextCursor } = orders.data;
    return (
      <>
        <OrdersTable orders={list} />
        <Pager label={t.pages} pages={pages} nextCursor={nextCursor} onTurn={toTop} />
      </>
    );
  }

  return (
    <>
      <PageHeading title={t.orders} ref={heading} />
      <div className={css.sheet}>{content()}</div>
    </>
  );
}
