import { ADMIN_TABS, type AdminTab } from '../../places.ts';

/** The tab that an address asks for; the first one for an address that asks for none, or for one that is not there. */
export const selectedTab = (asked: string | null | undefined): AdminTab =>
  ADMIN_TABS.find(({ id }) => id === asked) ?? (ADMIN_TABS[0] as AdminTab);
