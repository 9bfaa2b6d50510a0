import { HIGHEST_PRICE } from '../contracts/ebook-rules.ts';
import { currencyFacts } from './currencies.ts';
import { type Money, toMoney } from './money.ts';
import type { OpenPrice } from './open-price.ts';

/**
 * Returns why a buyer cannot choose this amount, in minor units; null if it is allowed. No amount between zero and the smallest charge is
 * possible.
 */
export function checkAmount(minor: number, { least }: Pick<OpenPrice, 'least'>): 'below_least' | 'too_low' | 'too_high' | null {
  if (minor < least.minor) return 'below_least';
  if (minor > 0 && minor < currencyFacts(least.currency).smallestCharge) return 'too_low';
  return minor > HIGHEST_PRICE ? 'too_high' : null;
}

/**
 * Returns the amount for one copy: the buyer's choice, or the suggested amount if the buyer chose none in this currency. An amount that is
 * not allowed becomes the nearest allowed one.
 */
export function takeAmount(chosen: Money | undefined, { least, suggested }: OpenPrice): Money {
  const { currency } = least;
  if (chosen?.currency !== currency || !Number.isSafeInteger(chosen.minor)) return suggested;
  const floor = chosen.minor > 0 ? Math.max(least.minor, currencyFacts(currency).smallestCharge) : least.minor;
  return toMoney(Math.min(Math.max(chosen.minor, floor), HIGHEST_PRICE), currency);
}
