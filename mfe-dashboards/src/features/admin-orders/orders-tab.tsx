import { ApiError, Button, EmptyState, Skeleton, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useRef } from 'react';
import { ExportButton } from '../../admin/export-button.tsx';
import { useListAddress } from '../../admin/list-address.ts';
import { PageHeading } from '../../admin/page-heading.tsx';
import { Pager } from '../../admin/pager.tsx';
import { Sheet } from '../../admin/sheet.tsx';
import { LoadFailure } from '../../signed-in/load-failure.tsx';
import { OrderFilters } from './order-filters.tsx';
import { orderFilters, useExportPath, useOrders } from './orders-queries.ts';
import { OrdersTable } from './orders-table.tsx';
import { texts } from './texts.ts';

/** The address was cut off, or made up. */
const isRefusedAddress = (error: unknown) => error instanceof ApiError && error.code === 'invalid_input';

/** Every paid order, 20 a page. */
export function Component() {
  const t = useTexts(texts);
  const list = useListAddress();
  const filters = orderFilters(list);
  const orders = useOrders(filters, list.page);
  const exportPath = useExportPath(filters);
  const heading = useRef<HTMLHeadingElement>(null);
  const isNarrowed = Object.values({ ...filters, ...list.page }).some(Boolean);

  const showAll = (
    <Button
      variant="secondary"
      onClick={() => {
        list.filter({ q: null, from: null, to: null, state: null });
        heading.current?.focus();
      }}
    >
      {t.showAll}
    </Button>
  );

  function content() {
    if (orders.isPending) {
      return (
        <Sheet isPadded>
          <VisuallyHidden role="status">{t.loading}</VisuallyHidden>
          <Skeleton lines={10} />
        </Sheet>
      );
    }
    if (isRefusedAddress(orders.error)) {
      return (
        <EmptyState icon="search" title={t.wrongAddress} message={t.wrongAddressMessage}>
          {showAll}
        </EmptyState>
      );
    }
    if (!orders.data) {
      return (
        <LoadFailure title={t.ordersFailed} error={orders.error} onRetry={() => void orders.refetch()} isRetrying={orders.isFetching} />
      );
    }
    if (orders.data.orders.length === 0) {
      return isNarrowed ? (
        <EmptyState icon="search" title={t.nothingFound} message={t.nothingFoundMessage}>
          {showAll}
        </EmptyState>
      ) : (
        <EmptyState icon="bag" title={t.empty} message={t.emptyMessage} />
      );
    }
    return (
      <Sheet isBusy={orders.isPlaceholderData}>
        <OrdersTable orders={orders.data.orders} />
        {/* A new page is read from its beginning, whichever button led there. */}
        <Pager label={t.pages} list={list} cursors={orders.data} onTurn={() => heading.current?.focus()} />
      </Sheet>
    );
  }

  return (
    <>
      <PageHeading title={t.orders} ref={heading} actions={<ExportButton path={exportPath} />} />
      <OrderFilters list={list} />
      {content()}
    </>
  );
}
