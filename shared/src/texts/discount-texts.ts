import type { DiscountKind } from '../money/quote.ts';
import { defineTexts } from './locales.ts';

/** A bundle that its owner named one is not called so twice. */
const namesItself = (title: string): boolean => /^(?:coleção|bundle|collection)(?!\p{L})/iu.test(title);

/** What is called what in cart, orders, receipts and letters that makes a purchase cheaper. */
export const discountTexts = defineTexts(
  {
    labels: {
      sale: () => 'Promoção',
      coupon: (code: string) => `Cupom ${code}`,
      bundle: (title: string) => (namesItself(title) ? title : `Coleção ${title}`),
      waived: () => 'Arredondamento',
    } satisfies Record<DiscountKind, (label: string) => string>,
    /** Where the books' amounts are what was paid for them. */
    included: (label: string) => `${label}, já descontado`,
  },
  {
    labels: {
      sale: () => 'Sale',
      coupon: (code) => `Coupon ${code}`,
      bundle: (title) => (namesItself(title) ? title : `Bundle ${title}`),
      waived: () => 'Rounding',
    },
    included: (label) => `${label}, already taken off`,
  },
);
