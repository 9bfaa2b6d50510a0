import type Stripe from 'stripe';
import { isCurrency } from '../currencies.ts';
import { invalid } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Local } from '../local.ts';
import type { Price, Product } from '../wire.ts';
import { readMetadata } from './metadata.ts';

const MAX_IMAGES = 8;

type ProductParams = Pick<Stripe.ProductCreateParams, 'name' | 'description' | 'images' | 'metadata' | 'tax_code'>;
type PriceParams = Pick<Stripe.PriceCreateParams, 'currency' | 'tax_behavior' | 'unit_amount'> & { product_data?: ProductParams };

function createProduct({ store, seconds }: Local, params: ProductParams, path: string): Product {
  const at = (name: string) => `${path}[${name}]`;
  if (!params.name.trim()) throw invalid('You passed an empty string for the product name.', at('name'), 'parameter_invalid_empty');
  if ((params.images?.length ?? 0) > MAX_IMAGES) {
    throw invalid(`Array ${at('images')} exceeded maximum ${MAX_IMAGES} allowed elements.`, at('images'));
  }
  const now = seconds();
  return store.products.put({
    id: newId('prod', 14),
    object: 'product',
    active: true,
    created: now,
    default_price: null,
    description: params.description || null,
    images: params.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: readMetadata(params.metadata, at('metadata')),
    name: params.name,
    package_dimensions: null,
    shippable: null,
    tax_code: params.tax_code ?? null,
    tax_details: null,
    type: 'service',
    updated: now,
    url: null,
  });
}

export function createPrice(local: Local, params: PriceParams, path = ''): Price {
  const { store, seconds } = local;
  const at = (name: string) => (path ? `${path}[${name}]` : name);
  const { unit_amount: unitAmount } = params;
  if (unitAmount === undefined) throw invalid(`Missing required param: ${at('unit_amount')}.`, at('unit_amount'), 'parameter_missing');
  if (!Number.isSafeInteger(unitAmount) || unitAmount < 0) {
    throw invalid(`Invalid non-negative integer: ${unitAmount}`, at('unit_amount'), 'parameter_invalid_integer');
  }
  const currency = params.currency.toLowerCase();
  if (!isCurrency(currency)) throw invalid(`Invalid currency: ${params.currency}.`, at('currency'));
  if (!params.product_data) throw invalid(`Missing required param: ${at('product')}.`, at('product'), 'parameter_missing');
  return store.prices.put({
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: seconds(),
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: createProduct(local, params.product_data, at('product_data')).id,
    recurring: null,
    tax_behavior: params.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  });
}
