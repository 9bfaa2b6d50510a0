import { ADMIN_TABS } from '../../admin-tabs.ts';

/** The tab that an address asks for; the first one for an address that asks for none, or for one that is not there. */
export const selectedTab = (asked: string | null) => ADMIN_TABS.find(({ id }) => id === asked) ?? ADMIN_TABS[0];
