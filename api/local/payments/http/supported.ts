import { notEmulated } from '../errors.ts';
import type { RequestName } from '../schema/schema.ts';

/** Supported parameters by path, without list positions. `*` means any key. A list names the only allowed values. */
type Supported = { readonly [path: string]: true | readonly unknown[] };

const EXPAND = { expand: true } as const;
const PAGE = { ...EXPAND, limit: true, starting_after: true, ending_before: true } as const;
const CREATED = { created: true, 'created.gt': true, 'created.gte': true, 'created.lt': true, 'created.lte': true } as const;
const OFF = [false] as const;

const PRODUCT = { name: true, description: true, images: true, 'metadata.*': true, tax_code: true } as const;
const PRICE = { currency: true, tax_behavior: true, unit_amount: true } as const;

const under = (prefix: string, supported: Supported): Supported =>
  Object.fromEntries(Object.entries(supported).map(([path, values]) => [`${prefix}.${path}`, values]));

/**
 * The parameters that this stand-in implements. Anything else that Stripe's types allow is rejected by name, so that it is not ignored
 * silently.
 */
const SUPPORTED: Record<RequestName, Supported> = {
  'POST /v1/checkout/sessions': {
    ...EXPAND,
    'adaptive_pricing.enabled': OFF,
    allow_promotion_codes: OFF,
    allowed_payment_method_types: true,
    'automatic_tax.enabled': OFF,
    billing_address_collection: ['auto'],
    cancel_url: true,
    client_reference_id: true,
    currency: true,
    customer_creation: ['if_required'],
    customer_email: true,
    excluded_payment_method_types: true,
    expires_at: true,
    'invoice_creation.enabled': OFF,
    ...under('line_items.price_data', PRICE),
    ...under('line_items.price_data.product_data', PRODUCT),
    'line_items.quantity': true,
    'line_items.metadata.*': true,
    locale: true,
    'metadata.*': true,
    mode: ['payment'],
    'payment_intent_data.description': true,
    'payment_intent_data.metadata.*': true,
    'payment_intent_data.receipt_email': true,
    payment_method_collection: ['always', 'if_required'],
    'payment_method_options.card.request_three_d_secure': ['automatic'],
    'payment_method_options.pix.amount_includes_iof': true,
    'payment_method_options.pix.expires_after_seconds': true,
    'phone_number_collection.enabled': OFF,
    redirect_on_completion: ['always'],
    return_url: true,
    submit_type: true,
    success_url: true,
    ui_mode: ['hosted_page', 'embedded_page'],
  },
  'GET /v1/checkout/sessions': { ...PAGE, ...CREATED, status: true, payment_intent: true, 'customer_details.email': true },
  'GET /v1/checkout/sessions/:id': EXPAND,
  'GET /v1/checkout/sessions/:id/line_items': PAGE,
  'POST /v1/checkout/sessions/:id/expire': EXPAND,
  'GET /v1/payment_intents': { ...PAGE, ...CREATED },
  'GET /v1/payment_intents/:id': { ...EXPAND, client_secret: true },
  'GET /v1/charges/:id': EXPAND,
  'POST /v1/refunds': { ...EXPAND, amount: true, charge: true, 'metadata.*': true, payment_intent: true, reason: true },
  'GET /v1/refunds': { ...PAGE, ...CREATED, charge: true, payment_intent: true },
  'GET /v1/refunds/:id': EXPAND,
  'GET /v1/disputes': { ...PAGE, ...CREATED, charge: true, payment_intent: true },
  'GET /v1/disputes/:id': EXPAND,
  'GET /v1/balance_transactions': { ...PAGE, ...CREATED, currency: true, source: true, type: true },
  'GET /v1/balance_transactions/:id': EXPAND,
  'GET /v1/payouts': { ...PAGE, ...CREATED, status: true },
  'GET /v1/payouts/:id': EXPAND,
  'GET /v1/events': { ...PAGE, ...CREATED, type: true, types: true, delivery_success: true },
  'GET /v1/events/:id': EXPAND,
  'GET /v1/webhook_endpoints': PAGE,
};

/** Throws for the first parameter, or value of a parameter, that the stand-in does not implement. */
export function assertSupported(name: RequestName, parameters: object): void {
  walk(SUPPORTED[name], parameters, '', '');
}

function walk(supported: Supported, value: unknown, path: string, param: string): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(supported, item, path, `${param}[${index}]`);
    return;
  }
  if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      walk(supported, child, path ? `${path}.${key}` : key, param ? `${param}[${key}]` : key);
    }
    return;
  }
  const parent = path.slice(0, path.lastIndexOf('.'));
  const values = supported[path] ?? supported[`${parent}.*`] ?? (value === '' && supported[`${path}.*`]);
  if (!values) throw notEmulated(`\`${param}\``, param);
  if (values !== true && !values.includes(value)) throw notEmulated(`\`${param}\` = ${String(value)}`, param);
}
