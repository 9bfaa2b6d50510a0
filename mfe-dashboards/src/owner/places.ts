import type { IconPath } from '@site/shared/site/site.ts';
import type { Texts } from '@site/shared/texts/locales.ts';
import { analyticsTab } from './features/analytics/tab.ts';
import { answersTab } from './features/answers/tab.ts';
import { auditLogTab } from './features/audit-log/tab.ts';
import { campaignsTab } from './features/campaigns/tab.ts';
import { contentTab } from './features/content/tab.ts';
import { ebooksTab } from './features/ebooks/tab.ts';
import { episodeSeriesTab } from './features/episodes/series-tab-entry.ts';
import { episodesTab } from './features/episodes/tab.ts';
import { importsTab } from './features/imports/tab.ts';
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

type Tab = { readonly id: string; readonly icon: IconPath; readonly texts: Texts<{ readonly name: string }> };

/**
 * Declares a place of the area: one tab, or several that an owner looks for together. Its link leads to the first tab that the role may
 * open.
 */
const place = <const Tabs extends readonly [Tab, ...Tab[]]>(tabs: Tabs, texts: Texts<{ readonly name: string }> = tabs[0].texts) => ({
  tabs,
  icon: tabs[0].icon,
  texts,
});

export const PLACES = [
  place([overviewTab]),
  place([ebooksTab, promotionsTab, reviewsTab]),
  place([ordersTab, usersTab], { 'pt-BR': { name: 'Vendas' }, en: { name: 'Sales' } }),
  place([episodesTab, episodeSeriesTab]),
  place([postsTab]),
  place([campaignsTab, subscribersTab], { 'pt-BR': { name: 'Newsletter' }, en: { name: 'Newsletter' } }),
  place([messagesTab, answersTab]),
  place([contentTab]),
] as const;

/** The places at the foot of the side panel. */
export const FOOT_PLACES = [place([analyticsTab]), place([settingsTab, teamTab, importsTab, auditLogTab])] as const;

const ALL_PLACES = [...PLACES, ...FOOT_PLACES];

/** The tabs of the area, each with its own URL. The first one is shown for a URL without a known `tab`. */
export const ADMIN_TABS = ALL_PLACES.flatMap(({ tabs }) => [...tabs]);
export type AdminTab = (typeof ADMIN_TABS)[number];

export const placeOf = (id: AdminTab['id']) => ALL_PLACES.find(({ tabs }) => tabs.some((tab) => tab.id === id)) ?? PLACES[0];
