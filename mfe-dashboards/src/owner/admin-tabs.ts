import { analyticsTab } from './features/analytics/tab.ts';
import { auditTab } from './features/audit/tab.ts';
import { contentTab } from './features/content/tab.ts';
import { ebooksTab } from './features/ebooks/tab.ts';
import { episodesTab } from './features/episodes/tab.ts';
import { importsTab } from './features/imports/tab.ts';
import { lettersTab } from './features/letters/tab.ts';
import { messagesTab } from './features/messages/tab.ts';
import { ordersTab } from './features/orders/tab.ts';
import { overviewTab } from './features/overview/tab.ts';
import { postsTab } from './features/posts/tab.ts';
import { promotionsTab } from './features/promotions/tab.ts';
import { reviewsTab } from './features/reviews/tab.ts';
import { settingsTab } from './features/settings/tab.ts';
import { subscribersTab } from './features/subscribers/tab.ts';
import { teamTab } from './features/team/tab.ts';
import { usersTab } from './features/users/tab.ts';

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
