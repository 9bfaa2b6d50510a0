import type { AdminBundle, AdminBundleTerms, AdminCoupon, AdminCouponTerms } from '@site/shared/contracts/admin-promotions.ts';
import { readAmount } from '@site/shared/contracts/ebook-rules.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { CURRENCIES, type Currency } from '@site/shared/money/currencies.ts';
import { formatDecimal } from '@site/shared/money/money.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { localText, momentOf } from '../../common/zoned-time.ts';

type Period = AdminCouponTerms['period'];
type Place = { readonly locale: Locale; readonly timeZone: string };

/** The typed form, which may not match the contract yet. */
export type CouponText = {
  readonly code: string;
  readonly kind: 'percent' | 'amount';
  readonly percent: string;
  readonly amounts: Readonly<Partial<Record<Currency, string>>>;
  readonly minimums: Readonly<Partial<Record<Currency, string>>>;
  /** The ids of the books. Null means every book. */
  readonly ebookIds: readonly string[] | null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly maxUses: string;
  readonly maxPerBuyer: string;
  readonly firstPurchase: boolean;
  readonly stacks: boolean;
};
export type BundleText = Pick<CouponText, 'percent' | 'startsAt' | 'endsAt'> & {
  readonly title: string;
  readonly ebookIds: readonly string[];
};

const periodText = ({ startsAt, endsAt }: Period, timeZone: string) => ({
  startsAt: startsAt === null ? '' : localText(startsAt, timeZone),
  endsAt: endsAt === null ? '' : localText(endsAt, timeZone),
});
/** An invalid time is kept as typed, so that the contract refuses it. Null would mean "no end". */
const writtenMoment = (text: string, timeZone: string): Instant | null =>
  text === '' ? null : (momentOf(text, timeZone) ?? (text as Instant));
const periodOf = ({ startsAt, endsAt }: Pick<CouponText, 'startsAt' | 'endsAt'>, timeZone: string): Period => ({
  startsAt: writtenMoment(startsAt, timeZone),
  endsAt: writtenMoment(endsAt, timeZone),
});
const ALWAYS: Period = { startsAt: null, endsAt: null };

/** Returns the form's initial values, for an existing coupon or for a new one. */
export function couponText(coupon: AdminCoupon | null, { locale, timeZone }: Place): CouponText {
  const { terms } = coupon ?? {};
  const amountText = (minor: number | null | undefined, currency: Currency) =>
    minor ? formatDecimal(minor, currency, locale === 'pt-BR' ? ',' : '.') : '';
  const byCurrency = (pick: (currency: Currency) => string) => Object.fromEntries(CURRENCIES.map((currency) => [currency, pick(currency)]));
  return {
    code: coupon?.code ?? '',
    kind: terms && terms.percent === null ? 'amount' : 'percent',
    percent: String(terms ? (terms.percent ?? '') : 10),
    amounts: byCurrency((currency) => amountText(terms?.amounts[currency]?.minor, currency)),
    minimums: byCurrency((currency) => amountText(terms?.amounts[currency]?.minimum, currency)),
    ebookIds: terms?.ebookIds ?? null,
    ...periodText(terms?.period ?? ALWAYS, timeZone),
    maxUses: String(terms?.maxUses ?? ''),
    maxPerBuyer: String(terms ? (terms.maxPerBuyer ?? '') : 1),
    firstPurchase: terms?.firstPurchase ?? false,
    stacks: terms?.stacks ?? false,
  };
}

export function bundleText(bundle: AdminBundle | null, { timeZone }: Place): BundleText {
  const { title = '', percent = 10, ebookIds = [], period = ALWAYS } = bundle?.terms ?? {};
  return { title, percent: String(percent), ebookIds, ...periodText(period, timeZone) };
}

/**
 * Reads a count: digits only, with an optional percent sign. `1.000` is ambiguous: it may mean one or a thousand. Invalid text becomes a
 * fraction, which the contract refuses as not whole.
 */
const numberOf = (text: string): number | null => {
  const [, digits, rest = ''] = /^(-?\d{0,12})\s*%?(.*)$/s.exec(text.trim()) ?? [];
  if (text.trim() === '') return null;
  return digits && digits !== '-' && rest === '' ? Number(digits) : 1.5;
};
/** Empty text and an invalid amount become a value that the contract refuses. */
const minorOf = (text: string, currency: Currency): number => {
  if (text.trim() === '') return Number.NaN;
  const read = readAmount(text, currency);
  return 'minor' in read ? read.minor : -1;
};

/** Returns the body of the request that saves the promotion. */
export function writtenCoupon(text: CouponText, sold: readonly Currency[], { timeZone }: Place): AdminCouponTerms {
  const isAmount = text.kind === 'amount';
  return {
    percent: isAmount ? null : (numberOf(text.percent) ?? Number.NaN),
    amounts: Object.fromEntries(
      sold
        .filter((currency) => isAmount || text.minimums[currency]?.trim())
        .map((currency) => {
          const minimum = text.minimums[currency]?.trim();
          const terms = {
            minor: isAmount ? minorOf(text.amounts[currency] ?? '', currency) : null,
            minimum: minimum ? minorOf(minimum, currency) : 0,
          };
          return [currency, terms];
        }),
    ),
    ebookIds: text.ebookIds === null ? null : [...text.ebookIds],
    period: periodOf(text, timeZone),
    maxUses: numberOf(text.maxUses),
    maxPerBuyer: numberOf(text.maxPerBuyer),
    firstPurchase: text.firstPurchase,
    stacks: text.stacks,
  };
}

export const writtenBundle = (text: BundleText, { timeZone }: Place): AdminBundleTerms => ({
  title: text.title,
  ebookIds: [...text.ebookIds],
  percent: numberOf(text.percent) ?? Number.NaN,
  period: periodOf(text, timeZone),
});
