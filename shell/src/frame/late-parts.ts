// These style sheets load with the page, because footer and menu are shown before hydration.
import '@site/shared/patterns/field.module.css';
import '@site/shared/patterns/select.module.css';
import '../features/newsletter/newsletter-form.module.css';
import './mobile-menu.module.css';
import './preferences-form.module.css';
import './site-footer.module.css';
import { late } from '@site/shared/site/site.ts';

/** Until their code has loaded, footer and menu stay as the server rendered them. Their links, groups and forms work without scripts. */
export const [SiteFooter, fetchFooter] = late(async () => (await import(/* webpackChunkName: "late" */ './site-footer.tsx')).SiteFooter);
export const [MobileMenu] = late(async () => (await import(/* webpackChunkName: "late" */ './mobile-menu.tsx')).MobileMenu);
export const [PlayerMissing] = late(async () => (await import(/* webpackChunkName: "late" */ './player-missing.tsx')).PlayerMissing, true);
