import { analyticsTab } from './features/admin-analytics/tab.ts';
import { auditTab } from './features/admin-audit/tab.ts';
import { contentTab } from './features/admin-content/tab.ts';
import { ebooksTab } from './features/admin-ebooks/tab.ts';
import { episodesTab } from './features/admin-episodes/tab.ts';
import { importsTab } from './features/admin-imports/tab.ts';
import { lettersTab } from './features/admin-letters/tab.ts';
import { messagesTab } from './features/admin-messages/tab.ts';
import { ordersTab } from './features/admin-orders/tab.ts';
import { overviewTab } from './features/admin-overview/tab.ts';
import { postsTab } from './features/admin-posts/tab.ts';
import { promotionsTab } from './features/admin-promotions/tab.ts';
import { reviewsTab } from './features/admin-reviews/tab.ts';
import { settingsTab } from './features/admin-settings/tab.ts';
import { subscribersTab } from './features/admin-subscribers/tab.ts';
import { teamTab } from './features/admin-team/tab.ts';
import { usersTab } from './features/admin-users/tab.ts';

/** The admin area's tabs, in their order. The first one is that of an address without a known `tab`. */
export const ADMIN_TABS = [
  overviewTab,
  ebooksTab,
  episodesTab,
  postsTab,
  lettersTab,
  analyticsTab,
  contentTab,
  usersTab,
  ordersTab,
  promotionsTab,
  reviewsTab,
  settingsTab,
  teamTab,
  messagesTab,
  subscribersTab,
  importsTab,
  auditTab,
] as const;
