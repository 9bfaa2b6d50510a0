import { ADMIN_TABS, type AdminTab } from '../../places.ts';

/** Returns the tab that a URL names; the first tab if the URL names none or an unknown one. */
export const selectedTab = (asked: string | null | undefined): AdminTab =>
  ADMIN_TABS.find(({ id }) => id === asked) ?? (ADMIN_TABS[0] as AdminTab);
