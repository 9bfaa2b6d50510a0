import { ApiError, Button, EmptyState, Skeleton, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useRef } from 'react';
import { LoadFailure } from '../../signed-in/load-failure.tsx';
import { useCompletedOrders } from './admin-queries.ts';
import { useOrderPages } from './order-pages.ts';
import css from './orders-tab.module.css';
import { OrdersTable } from './orders-table.tsx';
import { texts } from './texts.ts';

/** The address was cut off, or made up. */
const isRefusedCursor = (error: unknown) => error instanceof ApiError && error.code === 'invalid_input';

/** Every paid order, 20 a page (§9). */
export function OrdersTab() {
  const t = useTexts(texts);
  const pages = useOrderPages();
  const orders = useCompletedOrders(pages.after);
  const heading = useRef<HTMLHeadingElement>(null);

  /** A new page is read from its beginning, whichever button led there. */
  const turn = (go: () => void) => {
    go();
    heading.current?.focus();
  };

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
          <Button onClick={() => turn(pages.goFirst)}>{t.toFirstPage}</Button>
        </EmptyState>
      ) : (
        <EmptyState icon="bag" title={t.empty} message={t.emptyMessage} />
      );
    }
    const { orders: list, nextCursor } = orders.data;
    return (
      <>
        <OrdersTable orders={list} />
        <nav className={css.pages} aria-label={t.pages}>
          <Button variant="secondary" size="s" disabled={pages.after === undefined} onClick={() => turn(pages.goPrevious)}>
            {t.previous}
          </Button>
          <p>{pages.page !== null && t.page(pages.page)}</p>
          <Button
            variant="secondary"
            size="s"
            disabled={nextCursor === null}
            onClick={() => nextCursor !== null && turn(() => pages.goNext(nextCursor))}
          >
            {t.next}
          </Button>
        </nav>
      </>
    );
  }

  return (
    <section aria-labelledby="orders">
      <h2 id="orders" className={css.heading} ref={heading} tabIndex={-1}>
        {t.orders}
      </h2>
      {content()}
    </section>
  );
}
