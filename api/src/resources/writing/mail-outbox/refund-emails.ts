import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { formatMoney } from '@site/shared/money/format-money.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import * as v from 'valibot';
import { emailKind } from './email-kind.ts';
import { addressOfOrder, orderLinkEntries } from './order-address.ts';
import { refundTexts } from './refund-texts.ts';

/** The order at the time of the buyer's request. */
const OrderSchema = v.object({
  ...orderLinkEntries,
  number: v.number(),
  buyer_name: v.string(),
  buyer_email: v.string(),
  currency: v.picklist(CURRENCIES),
  total_minor: v.number(),
  refunded_minor: v.number(),
  /** Whether the buyer was erased meanwhile and has no order page. */
  account_deleted: v.optional(v.boolean(), false),
});

/** Sends a buyer's refund request to the owner. A reply goes to the buyer. */
export const refundRequested = emailKind(v.object({ ...OrderSchema.entries, reason: v.string() }), (order, { locale }, site) => {
  const t = refundTexts[locale];
  const format = (minor: number) => formatMoney(toMoney(minor, order.currency), locale);
  return {
    subject: t.requested.subject(order.number),
    replyTo: { name: order.buyer_name, address: order.buyer_email },
    content: {
      heading: t.requested.heading,
      paragraphs: [t.requested.body, ...(order.reason ? [] : [t.requested.noReason])],
      rows: [
        [t.order, String(order.number)],
        [t.name, order.buyer_name],
        [t.email, order.buyer_email],
        [t.total, format(order.total_minor)],
        [t.refunded, format(order.refunded_minor)],
      ],
      quote: order.reason,
      actions: [{ label: t.requested.openOrder, url: `${site.SITE_URL}${adminPaths.order.href(order.id)}` }],
      footer: t.requested.footer(site.SITE_URL),
    },
  };
});

/** Sends the owner's refusal to the buyer. A reply goes to the owner. */
export const refundDeclined = emailKind(v.object({ ...OrderSchema.entries, note: v.string() }), (order, { locale }, site) => {
  const t = refundTexts[locale];
  return {
    subject: t.declined.subject(order.number),
    replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
    content: {
      heading: t.declined.heading,
      paragraphs: [t.declined.body, t.declined.after],
      rows: [
        [t.order, String(order.number)],
        [t.total, formatMoney(toMoney(order.total_minor, order.currency), locale)],
      ],
      quote: order.note,
      actions: order.account_deleted ? [] : [{ label: t.acknowledged.openOrder, url: addressOfOrder(order, site) }],
      footer: t.acknowledged.footer(order.number),
    },
  };
});

export const refundAcknowledged = emailKind(OrderSchema, (order, { locale }, site) => {
  const t = refundTexts[locale];
  return {
    subject: t.acknowledged.subject(order.number),
    replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
    content: {
      heading: t.acknowledged.heading,
      paragraphs: [t.acknowledged.body, t.acknowledged.after],
      rows: [
        [t.order, String(order.number)],
        [t.total, formatMoney(toMoney(order.total_minor, order.currency), locale)],
      ],
      actions: order.account_deleted ? [] : [{ label: t.acknowledged.openOrder, url: addressOfOrder(order, site) }],
      footer: t.acknowledged.footer(order.number),
    },
  };
});
