import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { SignedInData } from '../../signed-in/signed-in-data.tsx';
import { AdminLayout } from './admin-layout.tsx';
import { OrdersTab } from './orders-tab.tsx';
import { texts } from './texts.ts';

export const handle = pageHandle(({ preferences }) => ({ title: texts[preferences.locale].title, isPrivate: true }));

/** The admin's area. */
export function AdminArea() {
  return (
    <AdminLayout selected="orders">
      <OrdersTab />
    </AdminLayout>
  );
}

export function Component() {
  return (
    <SignedInData>
      <AdminArea />
    </SignedInData>
  );
}
