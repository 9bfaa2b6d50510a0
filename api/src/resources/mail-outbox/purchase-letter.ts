import { CURRENCIES, formatMoney, money, sum, times } from '@site/shared/money/money.ts';
import { paths } from '@site/shared/paths.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Letter } from '../../gateways/mail/mail.ts';
import type { Env } from '../../platform/env.ts';
import { type LetterContent, letterHtml, letterText } from './letter-frame.ts';
import { purchaseTexts } from './purchase-texts.ts';

const PURCHASE_KINDS = ['purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded'] as const;

/** The order as it was when the mail was written into the outbox. */
const PayloadSchema = v.object({
  number: v.number(),
  buyer_name: v.string(),
  currency: v.picklist(CURRENCIES),
  total_minor: v.number(),
  refunded_minor: v.number(),
  items: v.array(v.object({ title: v.string(), quantity: v.number(), unit_minor: v.number() })),
});

type Site = Pick<Env, 'SITE_NAME' | 'SITE_URL'>;

/** The letter that an outbox row stands for. Throws for a kind or a payload that is not known. */
export function purchaseLetter(
  mail: { key: string; kind: string; recipient: string; locale: Locale; payload: unknown },
  site: Site,
): Letter {
  const kind = v.parse(v.picklist(PURCHASE_KINDS), mail.kind);
  const order = v.parse(PayloadSchema, mail.payload);
  const t = purchaseTexts[mail.locale];
  const words = t[kind];
  const amount = (minor: number) => formatMoney(money(minor, order.currency), mail.locale);
  const lines = order.items.map((item) => ({ ...item, price: times(money(item.unit_minor, order.currency), item.quantity) }));
  const link = {
    purchase_paid: { label: t.openLibrary, url: `${site.SITE_URL}${paths.userDashboard.href('ebooks')}` },
    purchase_waiting: { label: t.openOrders, url: `${site.SITE_URL}${paths.userDashboard.href('orders')}` },
    purchase_failed: { label: t.openCart, url: `${site.SITE_URL}${paths.cart.href()}` },
    purchase_refunded: { label: t.openOrders, url: `${site.SITE_URL}${paths.userDashboard.href('orders')}` },
  }[kind];
  const total = formatMoney(
    sum(
      lines.map((line) => line.price),
      order.currency,
    ),
    mail.locale,
  );
  const content: LetterContent = {
    locale: mail.locale,
    brand: site.SITE_NAME,
    heading: words.heading,
    paragraphs: [t.greeting(order.buyer_name), words.body, words.after],
    rows: lines.map((line) => [t.line(line.title, line.quantity), formatMoney(line.price, mail.locale)] as const),
    total: kind === 'purchase_refunded' ? [t.refunded, amount(order.refunded_minor)] : [t.total, total],
    action: link,
    footer: t.footer(order.number),
  };
  return { key: mail.key, to: mail.recipient, subject: words.subject(order.number), text: letterText(content), html: letterHtml(content) };
}
