import type { AdminEbook, EbookState, EditedEbookSchema } from '@site/shared/contracts/admin-ebooks.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import type * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Caller } from '../../../platform/auth.ts';
import { type ContentDeps, getContent } from '../../site/content/content.service.ts';

type WrittenPrices = v.InferOutput<typeof EditedEbookSchema>['listPrices'];

/**
 * Returns the prices of a book, with null for each sold currency that has none. Throws `invalid_input` when the book would be published
 * without these prices.
 */
export async function completePrices(deps: ContentDeps, state: EbookState, written: WrittenPrices): Promise<WrittenPrices> {
  const { sold } = (await getContent(deps, 'currencies')).currencies;
  const missing = sold.filter((currency) => (written[currency] ?? null) === null);
  if (state === 'published' && missing.length > 0)
    throw new AppError('invalid_input', { fields: Object.fromEntries(missing.map((currency) => [`listPrices.${currency}`, 'required'])) });
  return { ...written, ...Object.fromEntries(missing.map((currency) => [currency, null])) };
}

/** Throws `invalid_input` for a suggested price below the minimum price. */
export function checkSuggestions(listPrices: WrittenPrices, suggested: WrittenPrices | undefined): void {
  const wrong = CURRENCIES.filter((currency) => {
    const minor = suggested?.[currency] ?? null;
    return minor !== null && minor < Math.max(listPrices[currency] ?? 0, 1);
  });
  if (wrong.length > 0)
    throw new AppError('invalid_input', { fields: Object.fromEntries(wrong.map((currency) => [`suggested.${currency}`, 'below_least'])) });
}

type Prices = AdminEbook['listPrices'];

/**
 * Returns the prices that the caller may set. A caller without the permission keeps the current prices, and `forbidden` is thrown when they
 * sent others.
 */
export function permittedPrices({ permissions }: Pick<Caller, 'permissions'>, written: WrittenPrices, now: Partial<Prices>): WrittenPrices {
  if (permissions.includes('money')) return written;
  const differs = ([currency, minor]: [string, number | null | undefined]) => (minor ?? null) !== (now[currency as keyof Prices] ?? null);
  if (Object.entries(written).some(differs)) throw new AppError('forbidden');
  return now;
}
