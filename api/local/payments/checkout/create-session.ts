import type Stripe from 'stripe';
import { formatAmount, minimumCharge } from '../currencies.ts';
import { invalid } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Local } from '../local.ts';
import { readMetadata } from '../objects/metadata.ts';
import { createPrice } from '../objects/product.ts';
import type { LineItem, Session } from '../wire.ts';
import { paymentUrlOf } from './payment-address.ts';
import { methodsFor, type PaymentMethodType } from './payment-methods.ts';
import { readPixOptions } from './pix.ts';

type Params = Stripe.Checkout.SessionCreateParams;

const MAX_LINES = 100;
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** Maximum difference between the caller's clock and ours, in seconds. */
const CLOCK_TOLERANCE = 5;

function readUrl(value: string | undefined, param: string): string | null {
  if (!value) return null;
  if (!/^https?:\/\/[^\s/]+/.test(value)) throw invalid('Not a valid URL', param, 'url_invalid');
  return value;
}

function readExpiry(value: number | undefined, now: number): number {
  if (value === undefined) return now + DAY;
  if (value < now + 30 * MINUTE - CLOCK_TOLERANCE || value > now + DAY + CLOCK_TOLERANCE) {
    throw invalid(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      'expires_at',
      'parameter_invalid_integer',
    );
  }
  return value;
}

function readLineItem(local: Local, line: Stripe.Checkout.SessionCreateParams.LineItem, index: number): LineItem {
  const path = `line_items[${index}]`;
  const quantity = line.quantity ?? 1;
  if (!Number.isSafeInteger(quantity) || quantity < 1) {
    throw invalid('This value must be greater than or equal to 1.', `${path}[quantity]`, 'parameter_invalid_integer');
  }
  if (!line.price_data) throw invalid(`You must specify either \`price\` or \`price_data\` of ${path}.`, path, 'parameter_missing');
  const price = createPrice(local, line.price_data, `${path}[price_data]`);
  const total = (price.unit_amount ?? 0) * quantity;
  if (!Number.isSafeInteger(total)) throw invalid('Amount is too large.', path, 'amount_too_large');
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: price.currency,
    description: local.store.products.get(price.product)?.name ?? null,
    metadata: readMetadata(line.metadata, `${path}[metadata]`),
    price,
    quantity,
  };
}

function readLineItems(local: Local, params: Params): { lineItems: LineItem[]; currency: string; total: number } {
  const lines = params.line_items ?? [];
  if (lines.length > MAX_LINES) throw invalid(`Array line_items exceeded maximum ${MAX_LINES} allowed elements.`, 'line_items');
  const lineItems = lines.map((line, index) => readLineItem(local, line, index));
  const currency = lineItems[0]?.currency;
  if (!currency) throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing');
  const stranger = lineItems.find((line) => line.currency !== currency);
  if (stranger) {
    throw invalid(
      `You cannot combine currencies on a single Checkout Session: \`${currency}\` and \`${stranger.currency}\`.`,
      'line_items',
    );
  }
  if (params.currency && params.currency.toLowerCase() !== currency) {
    throw invalid(`The \`currency\` does not match the currency of the line items: \`${currency}\`.`, 'currency');
  }
  const total = lineItems.reduce((sum, line) => sum + line.amount_total, 0);
  const minimum = minimumCharge(currency);
  if (total > 0 && total < minimum) {
    const least = `${formatAmount(minimum, currency, 'en')} ${currency}`;
    throw invalid(`The Checkout Session's total amount due must add up to at least ${least}`, undefined, 'amount_too_small');
  }
  return { lineItems, currency, total };
}

/**
 * Returns the payment methods of a session. Like at Stripe, `allowed_payment_method_types` only narrows the account's methods for the
 * currency.
 */
function readMethods(local: Local, params: Params, currency: string): PaymentMethodType[] {
  const allowed: readonly string[] | undefined = params.allowed_payment_method_types;
  const excluded: readonly string[] = params.excluded_payment_method_types ?? [];
  const offered = methodsFor(currency, local.account.pix !== 'off');
  const methods = offered.filter((method) => (allowed?.includes(method) ?? true) && !excluded.includes(method));
  if (methods.length === 0) {
    throw invalid(`No valid payment method types for this Checkout Session in ${currency}.`, 'allowed_payment_method_types');
  }
  return methods;
}

/** Stripe does not document which addresses it rejects. Two consecutive dots stand for addresses that a form accepts and Stripe rejects. */
const EMAIL = /^(?!.*\.\.)[^\s@]+@[^\s@]+\.[^\s@]+$/;

function checkEmail(email: string | undefined): string | null {
  if (!email) return null;
  if (!EMAIL.test(email)) throw invalid(`Invalid email address: ${email}`, 'customer_email', 'email_invalid');
  return email;
}

/** Returns the URLs for the buyer's return. Each kind of page has its own URLs and rejects those of the other kind. */
function readAddresses(params: Params): Pick<Session, 'ui_mode' | 'success_url' | 'cancel_url'> & { return_url?: string } {
  const mode = params.ui_mode ?? 'hosted_page';
  const isEmbedded = mode === 'embedded_page';
  const foreign = (['success_url', 'cancel_url', 'return_url'] as const).find(
    (name) => params[name] !== undefined && (name === 'return_url') !== isEmbedded,
  );
  if (foreign) throw invalid(`\`${foreign}\` is not supported with \`ui_mode\` = \`${mode}\`.`, foreign);
  const needed = isEmbedded ? 'return_url' : 'success_url';
  const address = readUrl(params[needed], needed);
  if (!address) throw invalid(`Missing required param: ${needed}.`, needed, 'parameter_missing');
  if (isEmbedded) return { ui_mode: mode, success_url: null, cancel_url: null, return_url: address };
  return { ui_mode: mode, success_url: address, cancel_url: readUrl(params.cancel_url, 'cancel_url') };
}

/** Opens a session. Its payment intent is created with the first attempt to pay. */
export function createSession(local: Local, params: Params): Session {
  const { store, seconds } = local;
  const now = seconds();
  if (!params.mode) throw invalid('Missing required param: mode.', 'mode', 'parameter_missing');
  const addresses = readAddresses(params);
  const expiresAt = readExpiry(params.expires_at, now);
  const email = checkEmail(params.customer_email);
  const metadata = readMetadata(params.metadata, 'metadata');
  const intentMetadata = readMetadata(params.payment_intent_data?.metadata, 'payment_intent_data[metadata]');
  if ((params.client_reference_id?.length ?? 0) > 200) {
    throw invalid('Invalid string: must be at most 200 characters', 'client_reference_id');
  }
  const { lineItems, currency, total } = readLineItems(local, params);
  const methods = readMethods(local, params, currency);
  const pix = readPixOptions(local, params, currency);

  const id = `cs_test_${newId('a1', 56).replace('_', '')}`;
  store.checkouts.put({
    id,
    lineItems,
    intent: {
      metadata: intentMetadata,
      description: params.payment_intent_data?.description ?? null,
      receiptEmail: params.payment_intent_data?.receipt_email ?? null,
    },
    challenge: null,
    delayedMethod: null,
  });
  const isEmbedded = addresses.ui_mode === 'embedded_page';
  const opened = {
    ...emptySession,
    ...addresses,
    id,
    // If the parameter is missing, Stripe uses the setting of the account's dashboard. This stand-in has no dashboard.
    adaptive_pricing: params.adaptive_pricing ? { enabled: params.adaptive_pricing.enabled === true } : null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    client_secret: isEmbedded ? `${id}_secret_${newId('fid', 40).replace('_', '')}` : null,
    client_reference_id: params.client_reference_id ?? null,
    created: now,
    currency,
    customer_creation: params.customer_creation ?? 'if_required',
    customer_details: email ? customerDetails(email, null) : null,
    customer_email: email,
    expires_at: expiresAt,
    locale: params.locale ?? null,
    metadata,
    payment_method_options: { ...emptySession.payment_method_options, ...(pix && { pix }) },
    payment_method_types: methods,
    submit_type: params.submit_type ?? null,
    url: null,
    ...(isEmbedded ? { redirect_on_completion: 'always' as const } : {}),
  };
  return store.sessions.put({ ...opened, url: isEmbedded ? null : paymentUrlOf(local, opened) });
}

/** Returns the details that the buyer entered on the page. */
export function customerDetails(
  email: string,
  name: string | null,
  country: string | null = null,
): NonNullable<Session['customer_details']> {
  const address = country === null ? null : { city: null, country, line1: null, line2: null, postal_code: null, state: null };
  return { address, business_name: null, email, individual_name: null, name, phone: null, tax_exempt: 'none', tax_ids: null };
}

type Given = 'id' | 'created' | 'currency' | 'expires_at' | 'metadata' | 'payment_method_types' | 'success_url' | 'url';
/** A new session. All features that this stand-in does not emulate are off. */
export const emptySession: Omit<Session, Given> = {
  object: 'checkout.session',
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  amount_subtotal: 0,
  amount_total: 0,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  cancel_url: null,
  client_reference_id: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer: null,
  customer_account: null,
  customer_creation: 'if_required',
  customer_details: null,
  customer_email: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  mode: 'payment',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  payment_status: 'unpaid',
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  wallet_options: null,
};
