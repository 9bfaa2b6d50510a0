import type { CheckoutUi } from '@site/shared/contracts/checkout.ts';
import { formatMoney } from '@site/shared/money/format-money.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { paths } from '@site/shared/paths/paths.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import type Stripe from 'stripe';
import type { Env } from '../../../platform/env.ts';
import { coverUrlOf } from '../../shop/ebooks/ebooks.view.ts';
import { type OrderRow, paidFor } from '../orders/orders.service.ts';

/** Stripe allows 30 minutes to 24 hours from the moment of creation, which is a little after the order's. */
const OPEN_FOR_S = 23 * 3_600;
/** While it is open no other buyer has the use of a coupon that there are only so many of. */
const OPEN_WITH_LIMITED_COUPON_S = 35 * 60;

const fullPrice = {
  'pt-BR': (price: string) => `Sem desconto: ${price}`,
  en: (price: string) => `Without the discount: ${price}`,
} satisfies Record<Locale, (price: string) => string>;

/** A Pix costs what the shelf showed, its tax included, and is over half an hour after it was shown; Stripe's own choice is four hours. */
export const PIX_TERMS = {
  pix: { amount_includes_iof: 'always', expires_after_seconds: 30 * 60 },
} as const satisfies Stripe.Checkout.SessionCreateParams.PaymentMethodOptions;

/** A book of an order as the payment page shows it: copies that cost the same by their number, others as one line with their sum. */
export function toPaymentLine({ title, copies }: Pick<OrderRow['items'][number], 'title' | 'copies'>) {
  const [unit = 0, ...others] = copies.map(({ paid_minor }) => paid_minor);
  return others.every((paid) => paid === unit)
    ? { name: title, quantity: copies.length, unit }
    : { name: `${copies.length} × ${title}`, quantity: 1, unit: paidFor({ copies }) };
}

/**
 * The payment page of an order. Made of the order alone, so that asking again with the same idempotency key asks for the same page.
 * Which methods it offers Stripe decides by the account's country and settings. `withPix`: a Pix costs what the shelf showed, tax included,
 * and is over soon; an account that may not have that refuses it.
 */
export function buildSessionParams(
  order: OrderRow,
  env: Pick<Env, 'SITE_URL' | 'SUPABASE_URL'>,
  ui: CheckoutUi,
  withPix = false,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_id: order.id };
  // The braces are Stripe's placeholder and must arrive as they are.
  const openForS = order.coupon?.is_limited ? OPEN_WITH_LIMITED_COUPON_S : OPEN_FOR_S;
  const successUrl = `${env.SITE_URL}${paths.success.href()}?session_id={CHECKOUT_SESSION_ID}`;
  return {
    mode: 'payment',
    client_reference_id: order.id,
    metadata,
    payment_intent_data: { metadata },
    customer_email: order.buyer_email,
    locale: order.locale,
    // The buyer pays the amount that the shelf showed, whatever the account's dashboard says about other currencies.
    adaptive_pricing: { enabled: false },
    // A boleto is paid days after the page is over, and the use with it.
    ...(order.coupon?.is_scarce ? { excluded_payment_method_types: ['boleto'] } : {}),
    ...(withPix ? { payment_method_options: PIX_TERMS } : {}),
    ...(ui === 'embedded'
      ? { ui_mode: 'embedded_page', return_url: successUrl }
      : { ui_mode: 'hosted_page', success_url: successUrl, cancel_url: `${env.SITE_URL}${paths.cancel.href()}` }),
    expires_at: Math.floor(Date.parse(order.created_at) / 1_000) + openForS,
    // What is free beside what is paid is no line of a payment.
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
              // Stripe fetches pictures itself and takes only public https addresses.
              ...(image?.startsWith('https://') ? { images: [image] } : {}),
            },
          },
        };
      }),
  };
}
