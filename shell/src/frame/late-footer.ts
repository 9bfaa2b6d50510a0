// With the page: it is shown before it is alive.
import '../features/newsletter/newsletter-form.module.css';
import './preferences-form.module.css';
import './site-footer.module.css';
import { late } from '@site/shared/patterns/late.tsx';

/** Until it is here the footer stays what the server sent: its links, groups and forms work without scripts. */
export const [SiteFooter, fetchFooter] = late(async () => (await import(/* webpackChunkName: "late" */ './site-footer.tsx')).SiteFooter);
