import type Stripe from 'stripe';
import { invalid } from '../errors.ts';

const MAX_KEYS = 50;
const MAX_KEY_LENGTH = 40;
const MAX_VALUE_LENGTH = 500;

/**
 * Returns valid metadata within Stripe's limits (docs.stripe.com/api/metadata): 50 keys of 40 characters, values of 500. Empty values are
 * removed.
 */
export function readMetadata(metadata: Stripe.Emptyable<Stripe.MetadataParam> | undefined, path: string): Record<string, string> {
  const entries = Object.entries(metadata || {}).map(([key, value]): [string, string] => [key, String(value ?? '')]);
  if (entries.length > MAX_KEYS) throw invalid(`Metadata can have at most ${MAX_KEYS} keys.`, path);
  for (const [key, value] of entries) {
    if (key.length > MAX_KEY_LENGTH) throw invalid(`Metadata keys can be at most ${MAX_KEY_LENGTH} characters.`, path);
    if (value.length > MAX_VALUE_LENGTH) {
      throw invalid(`Metadata values can have up to ${MAX_VALUE_LENGTH} characters, but you passed ${value.length}.`, `${path}[${key}]`);
    }
  }
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}
