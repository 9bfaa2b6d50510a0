import type Stripe from 'stripe';
import { isCurrency } from '../currencies.ts';
import { invalid, missing } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Local } from '../local.ts';
import type { Price, Product } from '../wire.ts';
import { readMetadata } from './metadata.ts';

const MAX_IMAGES = 8;

type ProductParams = Pick<Stripe.ProductCreateParams, 'id' | 'name' | 'active' | 'description' | 'images' | 'metadata' | 'tax_code'>;
type PriceParams = Pick<
  Stripe.PriceCreateParams,
  'active' | 'currency' | 'lookup_key' | 'metadata' | 'nickname' | 'product' | 'tax_behavior' | 'unit_amount'
> & { product_data?: ProductParams };

export function createProduct({ store, seconds }: Local, params: ProductParams, path = ''): Product {
  const at = (name: string) => (path ? `${path}[${name}]` : name);
  if (!params.name.trim()) throw invalid('You passed an empty string for the product name.', at('name'), 'parameter_invalid_empty');
  if ((params.images?.length ?? 0) > MAX_IMAGES) {
    throw invalid(`Array ${at('images')} exceeded maximum ${MAX_IMAGES} allowed elements.`, at('images'));
  }
  if (params.id && store.products.get(params.id)) throw invalid('Product already exists.', 'id', 'resource_already_exists');
  const now = seconds();
  return store.products.put({
    id: params.id ?? newId('prod', 14),
    object: 'product',
    active: params.active ?? true,
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
  if (params.product && params.product_data) {
    throw invalid('You may only specify one of these parameters: product, product_data.', at('product'), 'parameters_exclusive');
  }
  return store.prices.put({
    id: newId('price'),
    object: 'price',
    active: params.active ?? true,
    billing_scheme: 'per_unit',
    created: seconds(),
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: params.lookup_key ?? null,
    metadata: readMetadata(params.metadata, at('metadata')),
    nickname: params.nickname ?? null,
    product: productOf(local, params, at).id,
    recurring: null,
    tax_behavior: params.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  });
}

function productOf(local: Local, params: PriceParams, at: (name: string) => string): Product {
  if (params.product_data) return createProduct(local, params.product_data, at('product_data'));
  if (!params.product) throw invalid(`Missing required param: ${at('product')}.`, at('product'), 'parameter_missing');
  const product = local.store.products.get(params.product);
  if (!product) throw missing('product', params.product, at('product'), 400);
  return product;
}
