import { ORDER_FILTERS } from '@site/shared/contracts/admin-orders.ts';
import { icons, useTexts } from '@site/shared/site/site.ts';
import { useRef } from 'react';
import { api } from '../../../signed-in/api.ts';
import { useMay } from '../../../signed-in/permissions.ts';
import { ExportButton } from '../../common/export-button.tsx';
import { useListAddress } from '../../common/list-address.ts';
import { useExportPath, useListPage } from '../../common/list-query.ts';
import { ListSheet } from '../../common/list-sheet.tsx';
import { PageHeading } from '../../common/page-heading.tsx';
import { OrderFilters } from './order-filters.tsx';
import { OrdersTable } from './orders-table.tsx';
import { texts } from './texts.ts';

/** Every paid order, 20 a page. */
export function Component() {
  const t = useTexts(texts);
  const may = useMay();
  const list = useListAddress();
  const filters = {
    q: list.value('q') || undefined,
    from: list.value('from') || undefined,
    to: list.value('to') || undefined,
    state: ORDER_FILTERS.find((state) => state === list.value('state')),
    coupon: list.value('coupon') || undefined,
  };
  const orders = useListPage('admin-orders', filters, list.page, (query, signal) => api('GET /api/admin/orders', { query, signal }));
  const exportPath = useExportPath('/api/admin/orders.csv', filters);
  const receiptsPath = useExportPath('/api/admin/receipts.csv', { from: filters.from, to: filters.to });
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <PageHeading
        title={t.orders}
        ref={heading}
        actions={
          <>
            {may('money') && <ExportButton path={receiptsPath} label={t.exportReceipts} />}
            {may('lists') && <ExportButton path={exportPath} />}
          </>
        }
      />
      <OrderFilters list={list} />
      <ListSheet
        list={list}
        query={orders}
        filters={['q', 'from', 'to', 'state', 'coupon']}
        rowsOf={(page) => page.orders}
        texts={{ ...t, failed: t.ordersFailed }}
        icon={icons.bag}
        heading={heading}
      >
        {(page) => <OrdersTable orders={page.orders} />}
      </ListSheet>
    </>
  );
}
