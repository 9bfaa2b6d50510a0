import type { DiscountKind } from '../money/quote.ts';
import { defineTexts } from './locales.ts';

/** What is called what in cart, orders, receipts and letters that makes a purchase cheaper. */
export const discountTexts = defineTexts(
  {
    labels: {
      sale: () => 'Promoção',
      coupon: (code: string) => `Cupom ${code}`,
      bundle: (title: string) => `Coleção ${title}`,
      waived: () => 'Arredondamento',
    } satisfies Record<DiscountKind, (label: string) => string>,
    /** Where the books' amounts are what was paid for them. */
    included: (label: string) => `${label}, já descontado`,
  },
  {
    labels: {
      sale: () => 'Sale',
      coupon: (code) => `Coupon ${code}`,
      bundle: (title) => `Bundle ${title}`,
      waived: () => 'Rounding',
    },
    included: (label) => `${label}, already taken off`,
  },
);
