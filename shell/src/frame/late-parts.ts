// With the page: it is shown before it is alive.
import '@site/shared/patterns/field.module.css';
import '@site/shared/patterns/select.module.css';
import '../features/newsletter/newsletter-form.module.css';
import './mobile-menu.module.css';
import './preferences-form.module.css';
import './site-footer.module.css';
import { late } from '@site/shared/site/site.ts';

/** Until they are here footer and menu stay what the server sent: their links, groups and forms work without scripts. */
export const [SiteFooter, fetchFooter] = late(async () => (await import(/* webpackChunkName: "late" */ './site-footer.tsx')).SiteFooter);
export const [MobileMenu] = late(async () => (await import(/* webpackChunkName: "late" */ './mobile-menu.tsx')).MobileMenu);
export const [PlayerMissing] = late(async () => (await import(/* webpackChunkName: "late" */ './player-missing.tsx')).PlayerMissing, true);
