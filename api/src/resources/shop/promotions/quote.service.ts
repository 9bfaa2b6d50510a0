import { type CouponProblemReason, normalizeCouponCode } from '@site/shared/contracts/coupon-rules.ts';
import type { CartQuote } from '@site/shared/contracts/quote.ts';
import { takeAmount } from '@site/shared/money/chosen-amount.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import { type Money, sumMoney, toMoney } from '@site/shared/money/money.ts';
import type { OpenPrice } from '@site/shared/money/open-price.ts';
import { type CouponTerms, type Quote, type QuoteFacts, type QuoteLine, quoteOf } from '@site/shared/money/quote.ts';
import type { Caller } from '../../../platform/auth.ts';
import type { Deps } from '../../../platform/deps.ts';
import { getQuoteFacts, type QuoteFactsRow } from './quote-facts.ts';

/** A cart to be priced. `coupon` is the code as typed. `chosen` is the buyer's amount for a copy of a pay-what-you-want book. */
export type AskedCart = {
  readonly items: readonly (QuoteLine & { readonly chosen?: number | undefined })[];
  readonly currency: Currency;
  readonly coupon?: string | undefined;
};

/** The buyer who asks for a quote. A buyer without `uid` is a guest, whom `guestDigest` identifies. */
export type Asker = Pick<Caller, 'email' | 'emailVerified'> & { readonly uid: string | null; readonly guestDigest?: string | null };

/**
 * The promotions of a quote with their revisions, and the books of bundles that the buyer already owned (`owned`). An order is stored only
 * if none of them has changed.
 */
export type Promotions = {
  readonly coupon: { readonly id: string; readonly revision: number } | null;
  readonly bundles: readonly { readonly id: string; readonly revision: number }[];
  readonly owned: readonly string[];
};

/** The reductions that apply to a cart, before its prices are calculated. */
export type Reductions = Pick<QuoteFacts, 'coupon' | 'bundles' | 'owned' | 'list' | 'now'> & {
  /** The normalized coupon code. Null without a code. */
  readonly code: string | null;
  /** The reason why the code reduces nothing, whatever the cart costs. */
  readonly obstacle: CouponProblemReason | null;
  readonly promotions: Promotions;
  /** The pay-what-you-want books. */
  readonly open: ReadonlyMap<string, OpenPrice>;
  readonly missing: QuoteFactsRow['missing'];
};

function termsIn(currency: Currency, { coupon }: QuoteFactsRow): { terms: CouponTerms | null; obstacle: CouponProblemReason | null } {
  if (!coupon) return { terms: null, obstacle: 'unknown' };
  if (coupon.obstacle) return { terms: null, obstacle: coupon.obstacle };
  const { minor = null, minimum_minor: minimumMinor = 0 } = coupon.amounts[currency] ?? {};
  if (coupon.percent === null && minor === null) return { terms: null, obstacle: 'other_currency' };
  const { code, percent, ebook_ids: ebookIds, stacks } = coupon;
  return { terms: { code, percent, minor, minimumMinor, ebookIds, stacks }, obstacle: null };
}

/** Returns the reductions for this cart and `buyer`, who is null for a visitor. */
export async function getReductions(
  { data }: Pick<Deps, 'data'>,
  { items, currency, coupon }: AskedCart,
  buyer: Asker | null,
): Promise<Reductions> {
  const code = coupon === undefined ? null : normalizeCouponCode(coupon);
  const facts = await getQuoteFacts(data, {
    ebookIds: items.map(({ id }) => id),
    currency,
    code,
    uid: buyer?.uid ?? null,
    // Previous purchases with an address count only if the address is confirmed.
    email: buyer?.emailVerified ? buyer.email : null,
    guestDigest: buyer?.guestDigest ?? null,
  });
  const { terms, obstacle } = termsIn(currency, facts);
  return {
    code,
    coupon: terms,
    obstacle: code === null ? null : obstacle,
    bundles: facts.bundles.map(({ ebook_ids: ebookIds, ...bundle }) => ({ ...bundle, ebookIds })),
    owned: new Set(facts.owned),
    promotions: {
      coupon: terms && facts.coupon ? { id: facts.coupon.id, revision: facts.coupon.revision } : null,
      bundles: facts.bundles.map(({ id, revision }) => ({ id, revision })),
      owned: facts.owned,
    },
    list: new Map(Object.entries(facts.prices).map(([id, { list }]) => [id, toMoney(list, currency)])),
    now: new Map(Object.entries(facts.prices).map(([id, { now }]) => [id, toMoney(now, currency)])),
    open: new Map(
      Object.entries(facts.prices).flatMap(([id, { list, suggested }]) =>
        suggested === null ? [] : [[id, { least: toMoney(list, currency), suggested: toMoney(suggested, currency) }]],
      ),
    ),
    missing: facts.missing,
  };
}

/** Returns the promotions to store with a quote. A coupon that reduces nothing does not count as used. */
export const promotionsOf = ({ promotions }: Reductions, { discounts }: Quote): Promotions => ({
  ...promotions,
  coupon: discounts.some(({ kind }) => kind === 'coupon') ? promotions.coupon : null,
});

/**
 * Finds the missing book of a bundle that saves most. The saving is the price of the same books without that bundle, minus their price with
 * it.
 */
function findCompletion(items: readonly QuoteLine[], facts: QuoteFacts, missing: QuoteFactsRow['missing']): Pick<CartQuote, 'completion'> {
  const { currency, list: lists, now: nows, bundles = [] } = facts;
  const completions = missing.flatMap(({ bundle_id, ebook_id, title, list, now }) => {
    const lines = [...items, { id: ebook_id, quantity: 1 }];
    const priced = {
      ...facts,
      list: new Map(lists).set(ebook_id, toMoney(list, currency)),
      now: new Map(nows).set(ebook_id, toMoney(now, currency)),
    };
    const { total } = quoteOf(lines, priced);
    const apart = quoteOf(lines, { ...priced, bundles: bundles.filter(({ id }) => id !== bundle_id) });
    const less = apart.total.minor - total.minor;
    return less > 0 ? [{ ebook: { id: ebook_id, title }, less: toMoney(less, currency), total }] : [];
  });
  const [completion] = completions.toSorted((a, b) => b.less.minor - a.less.minor);
  return completion ? { completion } : {};
}

/** Returns the current price of a cart for the browser. Books that are not sold are left out. */
export async function quoteCart(deps: Pick<Deps, 'data'>, cart: AskedCart, buyer: Asker | null): Promise<CartQuote> {
  const { currency } = cart;
  const reductions = await getReductions(deps, cart, buyer);
  const items = cart.items.filter(({ id }) => reductions.list.has(id));
  const chosen = new Map(
    items.flatMap(({ id, chosen: minor }) => {
      const open = reductions.open.get(id);
      return open ? [[id, takeAmount(minor === undefined ? undefined : toMoney(minor, currency), open)]] : [];
    }),
  );
  const facts = { currency, ...reductions, chosen };
  const { copies, subtotal, discounts, total, couponProblem } = quoteOf(items, facts);
  return {
    lines: items.map(({ id, quantity }) => {
      const of = copies.filter((copy) => copy.id === id);
      const sumOf = (amountOf: (copy: (typeof of)[number]) => Money) => sumMoney(of.map(amountOf), currency);
      return { id, quantity, list: sumOf(({ list }) => list), paid: sumOf(({ paid }) => paid) };
    }),
    subtotal,
    discounts: discounts.map(({ kind, label, amount }) => ({ kind, label, amount })),
    total,
    coupon: reductions.code,
    couponProblem: reductions.obstacle ? { reason: reductions.obstacle, missing: null } : couponProblem,
    ...findCompletion(items, facts, reductions.missing),
  };
}
