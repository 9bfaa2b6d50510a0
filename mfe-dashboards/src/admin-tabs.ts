import type { AdminTab } from '@site/shared/paths.ts';
import { type ComponentType, lazy } from 'react';
import type { AdminIconName } from './admin/admin-icon.tsx';

type Tab = { readonly id: AdminTab; readonly icon: AdminIconName; readonly Content: ComponentType };

/** Each tab's code comes when it is opened. */
const tab = (id: AdminTab, icon: AdminIconName, load: () => Promise<{ readonly Component: ComponentType }>): Tab => ({
  id,
  icon,
  Content: lazy(async () => ({ default: (await load()).Component })),
});

/** The admin area's tabs, in their order. The first one is that of an address without a known `tab`. */
export const ADMIN_TABS = [
  tab('overview', 'overview', () => import('./features/admin-overview/overview-tab.tsx')),
  tab('ebooks', 'ebooks', () => import('./features/admin-ebooks/ebooks-tab.tsx')),
  tab('analytics', 'analytics', () => import('./features/admin-analytics/analytics-tab.tsx')),
  tab('content', 'content', () => import('./features/admin-content/content-tab.tsx')),
  tab('users', 'users', () => import('./features/admin-users/users-tab.tsx')),
  tab('orders', 'orders', () => import('./features/admin-orders/orders-tab.tsx')),
  tab('settings', 'settings', () => import('./features/admin-settings/settings-tab.tsx')),
  tab('messages', 'messages', () => import('./features/admin-messages/messages-tab.tsx')),
  tab('subscribers', 'subscribers', () => import('./features/admin-subscribers/subscribers-tab.tsx')),
  tab('audit', 'audit', () => import('./features/admin-audit/audit-tab.tsx')),
] as const satisfies readonly Tab[];
