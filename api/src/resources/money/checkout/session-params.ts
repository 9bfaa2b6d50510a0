import type { CheckoutUi } from '@site/shared/contracts/checkout.ts';
import { formatMoney } from '@site/shared/money/format-money.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { paths } from '@site/shared/paths/paths.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import type Stripe from 'stripe';
import type { Env } from '../../../platform/env.ts';
import { coverUrlOf } from '../../shop/ebooks/ebooks.view.ts';
import { type OrderRow, paidFor } from '../orders/orders.service.ts';

/** Stripe allows 30 minutes to 24 hours after it creates the session, which is shortly after the order was created. */
const OPEN_FOR_S = 23 * 3_600;
/**
 * The duration of a page whose coupon has limited uses. It is short, because no other buyer can have the coupon's use while the page is
 * open.
 */
const OPEN_WITH_LIMITED_COUPON_S = 35 * 60;

const fullPrice = {
  'pt-BR': (price: string) => `Sem desconto: ${price}`,
  en: (price: string) => `Without the discount: ${price}`,
} satisfies Record<Locale, (price: string) => string>;

/**
 * A Pix payment costs the price on the shelf, tax included, and expires half an hour after it was shown. Stripe's default is four hours.
 */
export const PIX_TERMS = {
  pix: { amount_includes_iof: 'always', expires_after_seconds: 30 * 60 },
} as const satisfies Stripe.Checkout.SessionCreateParams.PaymentMethodOptions;

/** Returns the line of a book on the payment page. Copies of equal price show their quantity. Other copies are one line with their sum. */
export function toPaymentLine({ title, copies }: Pick<OrderRow['items'][number], 'title' | 'copies'>) {
  const [unit = 0, ...others] = copies.map(({ paid_minor }) => paid_minor);
  return others.every((paid) => paid === unit)
    ? { name: title, quantity: copies.length, unit }
    : { name: `${copies.length} × ${title}`, quantity: 1, unit: paidFor({ copies }) };
}

/**
 * Returns the parameters of an order's payment page. The parameters depend only on the order, so that a retry with the same idempotency key
 * asks for the same page. Stripe chooses the payment methods by the account's country and settings. `withPix` sets the terms of
 * `PIX_TERMS`, which Stripe rejects for some accounts.
 */
export function buildSessionParams(
  order: OrderRow,
  env: Pick<Env, 'SITE_URL' | 'SUPABASE_URL'>,
  ui: CheckoutUi,
  withPix = false,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_id: order.id };
  // `successUrl` contains Stripe's placeholder in braces, which must not be encoded.
  const openForS = order.coupon?.is_limited ? OPEN_WITH_LIMITED_COUPON_S : OPEN_FOR_S;
  const successUrl = `${env.SITE_URL}${paths.success.href()}?session_id={CHECKOUT_SESSION_ID}`;
  return {
    mode: 'payment',
    client_reference_id: order.id,
    metadata,
    payment_intent_data: { metadata },
    customer_email: order.buyer_email,
    locale: order.locale,
    // The buyer pays the amount shown on the shelf, even if Stripe's dashboard enables other currencies.
    adaptive_pricing: { enabled: false },
    // A boleto may be paid days after the page has expired, when the order has lost its use of the coupon.
    ...(order.coupon?.is_scarce ? { excluded_payment_method_types: ['boleto'] } : {}),
    ...(withPix ? { payment_method_options: PIX_TERMS } : {}),
    ...(ui === 'embedded'
      ? { ui_mode: 'embedded_page', return_url: successUrl }
      : { ui_mode: 'hosted_page', success_url: successUrl, cancel_url: `${env.SITE_URL}${paths.cancel.href()}` }),
    expires_at: Math.floor(Date.parse(order.created_at) / 1_000) + openForS,
    // Free books of a paid order are not shown on the payment page.
    line_items: order.items
      .filter((item) => paidFor(item) > 0)
      .map((item) => {
        const image = coverUrlOf(item, env);
        const { name, quantity, unit } = toPaymentLine(item);
        const listMinor = item.copies.reduce((sum, { list_minor }) => sum + list_minor, 0);
        return {
          quantity,
          price_data: {
            currency: order.currency.toLowerCase(),
            unit_amount: unit,
            product_data: {
              name,
              metadata: { ebook_id: item.ebook_id },
              ...(listMinor > paidFor(item) && !item.copies.some(({ reasons }) => reasons.includes('sale'))
                ? { description: fullPrice[order.locale](formatMoney(toMoney(listMinor, order.currency), order.locale)) }
                : {}),
              // Stripe downloads the pictures and accepts only public https URLs.
              ...(image?.startsWith('https://') ? { images: [image] } : {}),
            },
          },
        };
      }),
  };
}
