import { formatBoletoDay, formatDay, formatTime, toInstant, toInstantOrNull } from '@site/shared/dates/dates.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { formatCost, formatMoney } from '@site/shared/money/format-money.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { DISCOUNT_KINDS } from '@site/shared/money/quote.ts';
import { discountTexts } from '@site/shared/texts/discount-texts.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { paidFor } from '../../money/orders/order-row.ts';
import { ToPayRowSchema } from '../../money/orders/to-pay-row.ts';
import { nameForStrangers } from '../../shop/gifts/gifts.view.ts';
import { type EmailKind, type EmailSite, emailKind } from './email-kind.ts';
import { addressOfBooks, addressOfOrder, orderLinkEntries } from './order-address.ts';
import { purchaseTexts } from './purchase-texts.ts';

/** The order at the time when the email was queued. */
const OrderSchema = v.object({
  ...orderLinkEntries,
  number: v.number(),
  buyer_name: v.string(),
  currency: v.picklist(CURRENCIES),
  total_minor: v.number(),
  refunded_minor: v.number(),
  /**
   * The part of `refunded_minor` that was refunded this time. Missing in rows that were queued by an earlier release, which then means all
   * of it.
   */
  went_back_minor: v.optional(v.number()),
  went_back_at: v.optional(v.nullable(v.string()), null),
  /** The owner's reason for the refund. */
  reason: v.optional(v.nullable(v.string()), null),
  /** The books that the buyer keeps, and the books that nobody can read any more. */
  kept_titles: v.optional(v.array(v.string()), []),
  ended_titles: v.optional(v.array(v.string()), []),
  to_pay: v.optional(v.nullable(ToPayRowSchema), null),
  canceled_at: v.optional(v.nullable(v.string()), null),
  /** Name of the order's receipt. */
  receipt: v.optional(v.nullable(v.string()), null),
  /** Whether the email reminds the buyer of a boleto that is due tomorrow. */
  is_reminder: v.optional(v.boolean(), false),
  /** Whether the refund was sent in another way than the original payment method. */
  is_by_hand: v.optional(v.boolean(), false),
  /** The reductions of the list prices. */
  discounts: v.optional(v.array(v.object({ kind: v.picklist(DISCOUNT_KINDS), label: v.string(), minor: v.number() })), []),
  /** Whether the buyer was erased, with or without an account. An erased buyer has neither a library nor an order page. */
  account_deleted: v.optional(v.boolean(), false),
  items: v.array(
    v.object({
      title: v.string(),
      quantity: v.number(),
      /** The amount paid for each copy. */
      copies: v.array(
        v.object({
          paid_minor: v.number(),
          is_gift: v.optional(v.boolean(), false),
          reasons: v.optional(v.array(v.string()), []),
        }),
      ),
      /** The launch of an announced book. */
      launch: v.optional(v.object({ at: v.string() })),
      /** The other order in which the same person paid for the book. */
      paid_also_in: v.optional(v.nullable(v.object({ number: v.number() })), null),
    }),
  ),
});
type Order = v.InferOutput<typeof OrderSchema>;

type Kind = 'purchase_paid' | 'purchase_waiting' | 'purchase_failed' | 'purchase_refunded';
type Action = { label: 'openLibrary' | 'openOrder' | 'buyAgain'; addressOf: (order: Order, site: EmailSite) => string };

/** Returns the texts of the email. For a boleto or Pix they depend on the state of its payment. */
function wordsOf(kind: Kind, { to_pay: toPay, canceled_at, is_by_hand, is_reminder }: Order, locale: Locale, zone: string) {
  const t = purchaseTexts[locale];
  if (kind === 'purchase_refunded' && is_by_hand) return { ...t.purchase_refunded, ...t.refundedByHand };
  if (!toPay || (kind !== 'purchase_waiting' && kind !== 'purchase_failed')) return t[kind];
  const by = toInstantOrNull(toPay.by);
  const due = by && (toPay.with === 'pix' ? formatTime(by, locale, zone) : formatBoletoDay(by, locale));
  if (kind === 'purchase_waiting') {
    const { subject, body, ...words } = is_reminder ? t.boleto_reminder : t[`${toPay.with}_waiting`];
    return { ...words, subject: (number: number) => subject(number, due), body: body(due) };
  }
  if (canceled_at !== null) return t[`${toPay.with}_canceled`];
  const expired = t[`${toPay.with}_expired`];
  return { ...expired, body: expired.body(due) };
}

const purchaseEmail = (kind: Kind, action: Action): EmailKind =>
  emailKind(OrderSchema, (order, { locale, files = [] }, site) => {
    const t = purchaseTexts[locale];
    const { labels, included } = discountTexts[locale];
    const hasLink = order.link_generation !== null && !order.account_deleted;
    const coming =
      kind === 'purchase_paid' ? order.items.flatMap(({ title, launch }) => (launch ? [{ title, at: toInstant(launch.at) }] : [])) : [];
    const hasGifts = kind === 'purchase_paid' && order.items.some(({ copies }) => copies.some(({ is_gift }) => is_gift));
    // An order with gifts only has nothing to read and one action. A copy that was paid twice became a gift automatically and has its own
    // text.
    const onlyGifts =
      kind === 'purchase_paid' &&
      !order.account_deleted &&
      order.items.every(({ copies, paid_also_in }) => !paid_also_in && copies.every(({ is_gift }) => is_gift));
    const allComing = coming.length > 0 && coming.length === order.items.length;
    const words = {
      ...wordsOf(kind, order, locale, site.SITE_TIME_ZONE),
      ...(hasLink ? t.byLink[kind === 'purchase_waiting' && order.to_pay ? order.to_pay.with : kind] : {}),
      ...(order.account_deleted ? t.withoutPages[kind] : {}),
      ...(files.length > 0 ? t.filesInstead : {}),
      ...(allComing ? t.announced : {}),
      ...(allComing && !hasLink ? { after: t.announcedAfter[order.account_deleted ? 'mail' : 'library'] } : {}),
      ...(onlyGifts ? { ...t.giftsOnly, after: hasLink ? t.giftsAfterByLink : null } : {}),
      ...(kind === 'purchase_paid' && order.total_minor === 0
        ? { heading: t.free.heading, body: t.free[onlyGifts ? 'gifts' : allComing ? 'announced' : hasLink ? 'byLink' : 'library'] }
        : {}),
    };
    const format = (minor: number) => formatMoney(toMoney(minor, order.currency), locale);
    const twice =
      kind === 'purchase_paid'
        ? order.items.flatMap(({ title, paid_also_in: also }) => (also ? [{ title, number: also.number }] : []))
        : [];
    const toPay = kind === 'purchase_waiting' ? order.to_pay : null;
    const wentBack = order.went_back_minor ?? order.refunded_minor;
    return {
      subject: words.subject(order.number),
      replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
      content: {
        heading: words.heading,
        paragraphs: [
          t.greeting(nameForStrangers(order.buyer_name)),
          words.body,
          ...coming.map(({ title, at }) => t.comes(title, formatDay(at, locale, site.SITE_TIME_ZONE))),
          ...(coming.length > 0 ? [t.onLaunch] : []),
          ...(toPay?.code ? [t.codes[toPay.with](toPay.code)] : []),
          ...(onlyGifts ? [t.gifts] : []),
          ...(words.after ? [words.after] : []),
          ...(kind === 'purchase_refunded' && !order.account_deleted ? accessAfterRefund(order, t, locale) : []),
          ...(hasGifts && !onlyGifts && !order.account_deleted ? [t.gifts] : []),
          ...(kind === 'purchase_paid' && order.receipt !== null ? [t.receipt(order.receipt, !order.account_deleted)] : []),
          ...twice.map((also) => t.paidTwice(also.title, also.number)),
          ...(twice.length > 0 ? [t.paidTwiceHow] : []),
        ],
        rows: [
          ...order.items.map((item) => [lineOf(item, t), formatCost(toMoney(paidFor(item), order.currency), locale)] as const),
          // The discount of a sale is left out here, because the line of its book shows it.
          ...order.discounts.flatMap(({ kind, label, minor }) =>
            kind === 'sale' ? [] : [[included(labels[kind](label)), format(minor)] as const],
          ),
          ...(order.went_back_at !== null
            ? [[t.refundedOn, formatDay(toInstant(order.went_back_at), locale, site.SITE_TIME_ZONE)] as const]
            : []),
          ...(kind === 'purchase_refunded' && wentBack < order.refunded_minor
            ? [[t.refundedInAll, format(order.refunded_minor)] as const]
            : []),
        ],
        ...(order.reason ? { quote: order.reason } : {}),
        total:
          kind === 'purchase_refunded'
            ? [t.refunded, format(wentBack)]
            : [t.total, formatCost(toMoney(order.total_minor, order.currency), locale)],
        actions: [
          ...files.map(({ title, url }) => ({ label: t.download(title), url })),
          ...(toPay?.url ? [{ label: t.openToPay[toPay.with], url: toPay.url }] : []),
          ...(toPay?.pdf_url ? [{ label: t.downloadBoleto, url: toPay.pdf_url }] : []),
          ...(hasGifts && !order.account_deleted ? [{ label: t.sendGifts, url: addressOfOrder(order, site) }] : []),
          ...(twice.length > 0 && !order.account_deleted ? [{ label: t.openOrder, url: addressOfOrder(order, site) }] : []),
          ...(order.account_deleted || onlyGifts
            ? []
            : [
                {
                  label: t[hasLink && action.label === 'openLibrary' ? (allComing ? 'openOrder' : 'openBooks') : action.label],
                  url: action.addressOf(order, site),
                },
              ]),
        ],
        footer: t.footer(order.number),
      },
    };
  });

const lineOf = ({ title, quantity, copies }: Order['items'][number], t: (typeof purchaseTexts)[Locale]): string =>
  copies.some(({ reasons }) => reasons.includes('sale')) ? t.inSale(t.line(title, quantity)) : t.line(title, quantity);

/** Returns which books the buyer keeps after a refund, and to which access has ended. */
function accessAfterRefund({ kept_titles, ended_titles }: Order, t: (typeof purchaseTexts)[Locale], locale: Locale): string[] {
  const list = (titles: readonly string[]) => new Intl.ListFormat(locale).format(titles.map((title) => `“${title}”`));
  return [
    ...(kept_titles.length > 0 ? [t.booksKept(list(kept_titles), kept_titles.length)] : []),
    ...(ended_titles.length > 0 ? [t.accessEnded(list(ended_titles))] : []),
  ];
}

export const purchasePaid = purchaseEmail('purchase_paid', { label: 'openLibrary', addressOf: addressOfBooks });
export const purchaseWaiting = purchaseEmail('purchase_waiting', { label: 'openOrder', addressOf: addressOfOrder });
export const purchaseFailed = purchaseEmail('purchase_failed', { label: 'buyAgain', addressOf: addressOfOrder });
export const purchaseRefunded = purchaseEmail('purchase_refunded', { label: 'openOrder', addressOf: addressOfOrder });
