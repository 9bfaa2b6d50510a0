import type { AdminEbook, EbookState, EditedEbookSchema } from '@site/shared/contracts/admin-ebooks.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import type * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Caller } from '../../../platform/auth.ts';
import { type ContentDeps, getContent } from '../../site/content/content.service.ts';

type WrittenPrices = v.InferOutput<typeof EditedEbookSchema>['prices'];

/**
 * The prices of a book with those that it has none of in a currency that is sold. Throws `invalid_input` where it would be published so.
 */
export async function completePrices(deps: ContentDeps, state: EbookState, written: WrittenPrices): Promise<WrittenPrices> {
  const { sold } = (await getContent(deps, 'currencies')).currencies;
  const missing = sold.filter((currency) => (written[currency] ?? null) === null);
  if (state === 'published' && missing.length > 0)
    throw new AppError('invalid_input', { fields: Object.fromEntries(missing.map((currency) => [`prices.${currency}`, 'required'])) });
  return { ...written, ...Object.fromEntries(missing.map((currency) => [currency, null])) };
}

/** Throws `invalid_input` where what is suggested is less than the least that may be given. */
export function checkSuggestions(prices: WrittenPrices, suggested: WrittenPrices | undefined): void {
  const wrong = CURRENCIES.filter((currency) => {
    const minor = suggested?.[currency] ?? null;
    return minor !== null && minor < Math.max(prices[currency] ?? 0, 1);
  });
  if (wrong.length > 0)
    throw new AppError('invalid_input', { fields: Object.fromEntries(wrong.map((currency) => [`suggested.${currency}`, 'below_least'])) });
}

type Prices = AdminEbook['prices'];

/** The prices that a book gets: those that it has, for an admin who may not change them. Throws `forbidden` when they wrote others. */
export function permittedPrices({ permissions }: Pick<Caller, 'permissions'>, written: WrittenPrices, now: Partial<Prices>): WrittenPrices {
  if (permissions.includes('money')) return written;
  const differs = ([currency, minor]: [string, number | null | undefined]) => (minor ?? null) !== (now[currency as keyof Prices] ?? null);
  if (Object.entries(written).some(differs)) throw new AppError('forbidden');
  return now;
}
