import { HIGHEST_PRICE } from '../contracts/ebook-rules.ts';
import { currencyFacts } from './currencies.ts';
import { type Money, toMoney } from './money.ts';
import type { OpenPrice } from './open-price.ts';

/** Why a buyer cannot give this much, in minor units; null for what can be given. Between nothing and the least that can be charged there is no amount. */
export function checkAmount(minor: number, { least }: Pick<OpenPrice, 'least'>): 'below_least' | 'too_low' | 'too_high' | null {
  if (minor < least.minor) return 'below_least';
  if (minor > 0 && minor < currencyFacts(least.currency).smallestCharge) return 'too_low';
  return minor > HIGHEST_PRICE ? 'too_high' : null;
}

/** What is given for a copy: what was chosen, or is suggested where nothing was in this currency; of what cannot be given the nearest that can. */
export function takeAmount(chosen: Money | undefined, { least, suggested }: OpenPrice): Money {
  const { currency } = least;
  if (chosen?.currency !== currency || !Number.isSafeInteger(chosen.minor)) return suggested;
  const floor = chosen.minor > 0 ? Math.max(least.minor, currencyFacts(currency).smallestCharge) : least.minor;
  return toMoney(Math.min(Math.max(chosen.minor, floor), HIGHEST_PRICE), currency);
}
