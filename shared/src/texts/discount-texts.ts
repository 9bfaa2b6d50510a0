import type { DiscountKind } from '../money/quote.ts';
import { defineTexts } from './locales.ts';

/** Returns whether a bundle's title already contains the word "bundle", so that it is not repeated. */
const namesItself = (title: string): boolean => /^(?:coleção|bundle|collection)(?!\p{L})/iu.test(title);

/** Names of discounts in cart, orders, receipts and emails. */
export const discountTexts = defineTexts(
  {
    labels: {
      sale: () => 'Promoção',
      coupon: (code: string) => `Cupom ${code}`,
      bundle: (title: string) => (namesItself(title) ? title : `Coleção ${title}`),
      waived: () => 'Arredondamento',
    } satisfies Record<DiscountKind, (label: string) => string>,
    /** The label for a list whose amounts already include the discount. */
    included: (label: string) => `${label}, já descontado`,
  },
  {
    labels: {
      sale: () => 'Sale',
      coupon: (code) => `Coupon ${code}`,
      bundle: (title) => (namesItself(title) ? title : `Bundle ${title}`),
      waived: () => 'Rounding',
    },
    included: (label) => `${label}, already deducted`,
  },
);
