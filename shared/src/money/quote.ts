import { type Currency, currencyFacts } from './currencies.ts';
import { type Money, sumMoney, toMoney } from './money.ts';
import { shareOut } from './share-out.ts';

/** A book in a cart, and its number of copies. */
export type QuoteLine = { readonly id: string; readonly quantity: number };

/** A coupon in the cart's currency. `minor`: a fixed discount, if there is no `percent`. `ebookIds` null: for every book. */
export type CouponTerms = {
  readonly code: string;
  readonly percent: number | null;
  readonly minor: number | null;
  readonly minimumMinor: number;
  readonly ebookIds: readonly string[] | null;
  /** The coupon also applies to copies that have another discount. */
  readonly stacks: boolean;
};

/** Books that cost `percent` less when bought together. */
export type BundleTerms = {
  readonly id: string;
  readonly title: string;
  readonly ebookIds: readonly string[];
  readonly percent: number;
};

/**
 * The input of a quote, in addition to the cart: each book's `list` price, its sale price `now`, the amount `chosen` for copies whose buyer
 * decides the price, and the other discounts.
 */
export type QuoteFacts = {
  readonly currency: Currency;
  readonly list: ReadonlyMap<string, Money>;
  readonly now?: ReadonlyMap<string, Money>;
  readonly chosen?: ReadonlyMap<string, Money>;
  readonly coupon?: CouponTerms | null;
  readonly bundles?: readonly BundleTerms[];
  /** Books that the buyer already owns. Each counts once as a part of its bundle. */
  readonly owned?: ReadonlySet<string>;
};

/** Kinds of discount. `waived`: the rest was less than the payment provider's smallest charge. */
export const DISCOUNT_KINDS = ['sale', 'bundle', 'coupon', 'waived'] as const;
export type DiscountKind = (typeof DISCOUNT_KINDS)[number];

/**
 * One copy: its list price, its current price with any sale, the price to pay, and the reasons for the difference. `no` numbers the copies
 * of a book from 1.
 */
export type QuoteCopy = {
  readonly id: string;
  readonly no: number;
  readonly list: Money;
  readonly now: Money;
  readonly paid: Money;
  readonly reasons: readonly DiscountKind[];
};

/** Reasons why a coupon gives no discount on a cart. */
export const CART_PROBLEMS = ['not_for_these_books', 'below_minimum', 'not_with_promotions'] as const;
export type CartProblem = {
  readonly reason: (typeof CART_PROBLEMS)[number];
  /** The amount by which the cart is below the coupon's minimum. */
  readonly missing: Money | null;
};

/** The price of a cart: `total` is the sum of `paid`, `subtotal` the sum of `list`, and `discounts` the difference. */
export type Quote = {
  readonly copies: readonly QuoteCopy[];
  readonly subtotal: Money;
  /** `label`: the coupon's code or the bundle's title. `id`: the bundle's, so that a renamed bundle can be found. */
  readonly discounts: readonly {
    readonly kind: DiscountKind;
    readonly label: string;
    readonly id?: string;
    readonly amount: Money;
  }[];
  readonly total: Money;
  readonly couponProblem: CartProblem | null;
};

type Discount = { kind: DiscountKind; label: string; id?: string; minor: number };
/** `isOpen`: the buyer decided the price, so no discount applies. */
type Copy = { id: string; no: number; list: number; now: number; paid: number; isOpen: boolean; reasons: DiscountKind[] };

const percentOf = (minor: number, percent: number): number => Number((BigInt(minor) * BigInt(percent) + 50n) / 100n);
const sumOf = (minors: readonly number[]): number => minors.reduce((sum, minor) => sum + minor, 0);

/**
 * Computes all amounts of a cart; no other code may do so. The cart shows them and the checkout stores the copies with the order. Payment
 * page, emails, receipts, refunds and statistics read what was stored.
 *
 * First each copy gets its own discount, from a sale or a bundle. Then one coupon reduces the copies without a discount, or all of them if
 * the coupon stacks. A rest below the smallest charge is waived. Discounts never change an amount that the buyer chose, but such a book
 * counts as a part of a bundle. The order of the lines does not matter. Throws `RangeError` for a book without a price, or with one in
 * another currency.
 */
export function quoteOf(
  cart: readonly QuoteLine[],
  { currency, list: lists, now: nows, chosen, coupon, bundles = [], owned = new Set() }: QuoteFacts,
): Quote {
  const copies = [...cart]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap(({ id, quantity }) => {
      const given = chosen?.get(id);
      const price = given ?? lists.get(id);
      if (!price) throw new RangeError(`${id} has no price`);
      const { minor: list } = sumMoney([price], currency);
      const now = given ? list : Math.min(list, nows?.get(id)?.minor ?? list);
      const isOpen = given !== undefined;
      return Array.from({ length: quantity }, (_, index): Copy => ({ id, no: index + 1, list, now, paid: list, isOpen, reasons: [] }));
    });
  const inCurrency = (minor: number): Money => toMoney(minor, currency);
  const discounts = takeBundlesOff(copies, bundles, owned);
  takeSalesOff(copies, discounts);
  const refused = coupon ? takeCouponOff(copies, coupon, discounts) : null;
  const left = sumOf(copies.map(({ paid }) => paid));
  if (left > 0 && left < currencyFacts(currency).smallestCharge) {
    for (const copy of copies) takeOff(copy, copy.paid, 'waived');
    discounts.push({ kind: 'waived', label: '', minor: left });
  }
  return {
    copies: copies.map(({ list, now, paid, isOpen: _, ...copy }) => ({
      ...copy,
      list: inCurrency(list),
      now: inCurrency(now),
      paid: inCurrency(paid),
    })),
    subtotal: inCurrency(sumOf(copies.map(({ list }) => list))),
    discounts: discounts.map(({ minor, ...discount }) => ({ ...discount, amount: inCurrency(minor) })),
    total: inCurrency(sumOf(copies.map(({ paid }) => paid))),
    couponProblem: refused && { reason: refused.reason, missing: refused.missing > 0 ? inCurrency(refused.missing) : null },
  };
}

function takeOff(copy: Copy, minor: number, kind: DiscountKind): void {
  if (minor === 0) return;
  copy.paid -= minor;
  copy.reasons.push(kind);
}

/** Applies bundles to as many complete sets as possible. Each copy is in one set at most. The highest percentage comes first. */
function takeBundlesOff(copies: readonly Copy[], bundles: readonly BundleTerms[], owned: ReadonlySet<string>): Discount[] {
  const taken = new Set<Copy>();
  return [...bundles]
    .sort((a, b) => b.percent - a.percent || (a.id < b.id ? -1 : 1))
    .flatMap(({ id: bundleId, title, ebookIds, percent }) => {
      const free = ebookIds.map((id) => ({ id, copies: copies.filter((copy) => copy.id === id && !taken.has(copy)) }));
      const sets = Math.min(...free.map(({ id, copies: of }) => of.length + (owned.has(id) ? 1 : 0)));
      const inSets = free.flatMap(({ copies: of }) => of.slice(0, sets));
      for (const copy of inSets) {
        taken.add(copy);
        const off = copy.isOpen ? 0 : percentOf(copy.list, percent);
        // The better discount wins: the sale may reduce this copy more than the bundle.
        if (off > copy.list - copy.now) takeOff(copy, off, 'bundle');
      }
      const minor = sumOf(inSets.map(({ list, paid }) => list - paid));
      return minor > 0 ? [{ kind: 'bundle' as const, label: title, id: bundleId, minor }] : [];
    });
}

/** Applies the sale price to each copy without another discount. */
function takeSalesOff(copies: readonly Copy[], discounts: Discount[]): void {
  const reduced = copies.filter(({ list, now, reasons }) => now < list && reasons.length === 0);
  for (const copy of reduced) takeOff(copy, copy.list - copy.now, 'sale');
  const minor = sumOf(reduced.map(({ list, paid }) => list - paid));
  if (minor > 0) discounts.unshift({ kind: 'sale', label: '', minor });
}

/** Adds the coupon's discount to `discounts`, or returns why there is no discount. */
function takeCouponOff(
  copies: readonly Copy[],
  coupon: CouponTerms,
  discounts: Discount[],
): { reason: CartProblem['reason']; missing: number } | null {
  const named = copies.filter(({ id, paid, isOpen }) => paid > 0 && !isOpen && (coupon.ebookIds?.includes(id) ?? true));
  const eligible = named.filter(({ reasons }) => coupon.stacks || reasons.length === 0);
  if (eligible.length === 0) return { reason: named.length > 0 ? 'not_with_promotions' : 'not_for_these_books', missing: 0 };
  const bases = eligible.map(({ paid }) => paid);
  const base = sumOf(bases);
  if (base < coupon.minimumMinor) return { reason: 'below_minimum', missing: coupon.minimumMinor - base };
  const minor = Math.min(base, coupon.percent === null ? (coupon.minor ?? 0) : percentOf(base, coupon.percent));
  const shares = shareOut(minor, bases);
  for (const [index, copy] of eligible.entries()) takeOff(copy, shares[index] ?? 0, 'coupon');
  if (minor > 0) discounts.push({ kind: 'coupon', label: coupon.code, minor });
  return null;
}
