import { formatBoletoDay, toInstant } from '@site/shared/dates/dates.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { formatMoney, toMoney } from '@site/shared/money/money.ts';
import { DISCOUNT_KINDS } from '@site/shared/money/quote.ts';
import { paths } from '@site/shared/paths.ts';
import { discountTexts } from '@site/shared/texts/discount-texts.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { BoletoRowSchema } from '../orders/boleto-row.ts';
import { type LetterKind, letterKind } from './letter-kind.ts';
import { purchaseTexts } from './purchase-texts.ts';

/** The order as it was when the mail was written into the outbox. */
const OrderSchema = v.object({
  id: v.string(),
  number: v.number(),
  buyer_name: v.string(),
  currency: v.picklist(CURRENCIES),
  total_minor: v.number(),
  refunded_minor: v.number(),
  boleto: v.optional(v.nullable(BoletoRowSchema), null),
  canceled_at: v.optional(v.nullable(v.string()), null),
  /** What was taken off of the shelf's prices. */
  discounts: v.optional(v.array(v.object({ kind: v.picklist(DISCOUNT_KINDS), label: v.string(), minor: v.number() })), []),
  /** The buyer has neither library nor orders any more. */
  account_deleted: v.optional(v.boolean(), false),
  items: v.array(
    v.object({
      title: v.string(),
      quantity: v.number(),
      /** What was paid for each; of letters that were written before orders had copies, `unit_minor` for each. */
      copies: v.optional(v.array(v.object({ paid_minor: v.number() }))),
      unit_minor: v.optional(v.number(), 0),
      /** The other order in which the same person paid for it. */
      paid_also_in: v.optional(v.nullable(v.object({ number: v.number() })), null),
    }),
  ),
});
type Order = v.InferOutput<typeof OrderSchema>;

type Kind = 'purchase_paid' | 'purchase_waiting' | 'purchase_failed' | 'purchase_refunded';
type Action = { label: 'openLibrary' | 'openOrder' | 'buyAgain'; hrefOf: (order: Order) => string };

/** What the letter says; of an order to be paid by boleto, how that stands. */
function wordsOf(kind: Kind, { boleto, canceled_at }: Order, locale: Locale) {
  const t = purchaseTexts[locale];
  const day = boleto?.expires_at ? formatBoletoDay(toInstant(boleto.expires_at), locale) : null;
  if (kind === 'purchase_waiting' && boleto) {
    const { subject, body, ...words } = t.boleto_waiting;
    return { ...words, subject: (number: number) => subject(number, day), body: body(day) };
  }
  if (kind === 'purchase_failed' && canceled_at !== null) return t.boleto_canceled;
  return kind === 'purchase_failed' && boleto ? { ...t.boleto_expired, body: t.boleto_expired.body(day) } : t[kind];
}

const purchaseLetter = (kind: Kind, action: Action): LetterKind =>
  letterKind(OrderSchema, (order, { locale, files = [] }, site) => {
    const t = purchaseTexts[locale];
    const { labels, included } = discountTexts[locale];
    const words = { ...wordsOf(kind, order, locale), ...(files.length > 0 ? t.filesInstead : {}) };
    const format = (minor: number) => formatMoney(toMoney(minor, order.currency), locale);
    const twice =
      kind === 'purchase_paid'
        ? order.items.flatMap(({ title, paid_also_in: also }) => (also ? [{ title, number: also.number }] : []))
        : [];
    const { number, voucher_url: voucherUrl, pdf_url: pdfUrl } = (kind === 'purchase_waiting' && order.boleto) || NO_BOLETO;
    return {
      subject: words.subject(order.number),
      replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
      content: {
        heading: words.heading,
        paragraphs: [
          t.greeting(order.buyer_name),
          words.body,
          ...(number ? [t.boletoNumber(number)] : []),
          words.after,
          ...twice.map((also) => t.paidTwice(also.title, also.number)),
          ...(twice.length > 0 ? [t.paidTwiceHow] : []),
        ],
        rows: [
          ...order.items.map((item) => [t.line(item.title, item.quantity), format(paidForCopies(item))] as const),
          ...order.discounts.map(({ kind, label, minor }) => [included(labels[kind](label)), format(minor)] as const),
        ],
        total: kind === 'purchase_refunded' ? [t.refunded, format(order.refunded_minor)] : [t.total, format(order.total_minor)],
        actions: [
          ...files.map(({ title, url }) => ({ label: t.download(title), url })),
          ...(voucherUrl ? [{ label: t.openBoleto, url: voucherUrl }] : []),
          ...(pdfUrl ? [{ label: t.downloadBoleto, url: pdfUrl }] : []),
          ...(twice.length > 0 && !order.account_deleted ? [{ label: t.openOrder, url: `${site.SITE_URL}${orderPage(order)}` }] : []),
          // Without an account there are no pages of its own.
          ...(order.account_deleted ? [] : [{ label: t[action.label], url: `${site.SITE_URL}${action.hrefOf(order)}` }]),
        ],
        footer: t.footer(order.number),
      },
    };
  });

const paidForCopies = ({ copies, quantity, unit_minor }: Order['items'][number]): number =>
  copies ? copies.reduce((sum, { paid_minor }) => sum + paid_minor, 0) : quantity * unit_minor;

const NO_BOLETO = { number: null, voucher_url: null, pdf_url: null };

const orderPage = ({ id }: Order): string => paths.order.href(id);

export const purchasePaid = purchaseLetter('purchase_paid', { label: 'openLibrary', hrefOf: () => paths.userDashboard.href('ebooks') });
export const purchaseWaiting = purchaseLetter('purchase_waiting', { label: 'openOrder', hrefOf: orderPage });
export const purchaseFailed = purchaseLetter('purchase_failed', { label: 'buyAgain', hrefOf: orderPage });
export const purchaseRefunded = purchaseLetter('purchase_refunded', { label: 'openOrder', hrefOf: orderPage });
