import { paths } from '@site/shared/paths/paths.ts';
import * as v from 'valibot';
import { secretLinkKey } from '../../../platform/secret-links.ts';
import type { EmailSite } from './email-kind.ts';

/** The order's id, and the generation of its secret link if it was bought without an account. */
export const orderLinkEntries = { id: v.string(), link_generation: v.optional(v.nullable(v.number()), null) };

type LinkedOrder = { id: string; link_generation: number | null };

/** Returns the page of an order: behind the sign-in, or by its secret link. */
export const addressOfOrder = ({ id, link_generation: generation }: LinkedOrder, { SITE_URL, LINKS_SECRET }: EmailSite): string =>
  `${SITE_URL}${generation === null ? paths.order.href(id) : paths.guestOrder.href(id, secretLinkKey(LINKS_SECRET, 'order', id, generation))}`;

/** Returns the page where the books of an order can be read: the library, or the order's own page. */
export const addressOfBooks = (order: LinkedOrder, site: EmailSite): string =>
  order.link_generation === null ? `${site.SITE_URL}${paths.userDashboard.href('ebooks')}` : addressOfOrder(order, site);
