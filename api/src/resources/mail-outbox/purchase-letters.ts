import { CURRENCIES, formatMoney, money, sum, times } from '@site/shared/money/money.ts';
import { paths } from '@site/shared/paths.ts';
import * as v from 'valibot';
import { type LetterKind, letterKind } from './letter-kind.ts';
import { purchaseTexts } from './purchase-texts.ts';

/** The order as it was when the mail was written into the outbox. */
const OrderSchema = v.object({
  number: v.number(),
  buyer_name: v.string(),
  currency: v.picklist(CURRENCIES),
  total_minor: v.number(),
  refunded_minor: v.number(),
  /** The buyer has neither library nor orders any more. */
  account_deleted: v.optional(v.boolean(), false),
  items: v.array(v.object({ title: v.string(), quantity: v.number(), unit_minor: v.number() })),
});

type Kind = 'purchase_paid' | 'purchase_waiting' | 'purchase_failed' | 'purchase_refunded';
type Action = { label: 'openLibrary' | 'openOrders' | 'openCart'; path: string; needsAccount: boolean };

const purchaseLetter = (kind: Kind, action: Action): LetterKind =>
  letterKind(OrderSchema, (order, { locale, files = [] }, site) => {
    const t = purchaseTexts[locale];
    const words = { ...t[kind], ...(files.length > 0 ? t.filesInstead : {}) };
    const format = (minor: number) => formatMoney(money(minor, order.currency), locale);
    const lines = order.items.map((item) => ({ ...item, price: times(money(item.unit_minor, order.currency), item.quantity) }));
    const total = sum(
      lines.map((line) => line.price),
      order.currency,
    );
    return {
      subject: words.subject(order.number),
      replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
      content: {
        heading: words.heading,
        paragraphs: [t.greeting(order.buyer_name), words.body, words.after],
        rows: lines.map((line) => [t.line(line.title, line.quantity), formatMoney(line.price, locale)] as const),
        total: kind === 'purchase_refunded' ? [t.refunded, format(order.refunded_minor)] : [t.total, formatMoney(total, locale)],
        actions: [
          ...files.map(({ title, url }) => ({ label: t.download(title), url })),
          ...(action.needsAccount && order.account_deleted ? [] : [{ label: t[action.label], url: `${site.SITE_URL}${action.path}` }]),
        ],
        footer: t.footer(order.number),
      },
    };
  });

export const purchasePaid = purchaseLetter('purchase_paid', {
  label: 'openLibrary',
  path: paths.userDashboard.href('ebooks'),
  needsAccount: true,
});
export const purchaseWaiting = purchaseLetter('purchase_waiting', {
  label: 'openOrders',
  path: paths.userDashboard.href('orders'),
  needsAccount: true,
});
export const purchaseFailed = purchaseLetter('purchase_failed', { label: 'openCart', path: paths.cart.href(), needsAccount: false });
export const purchaseRefunded = purchaseLetter('purchase_refunded', {
  label: 'openOrders',
  path: paths.userDashboard.href('orders'),
  needsAccount: true,
});
