import { defineTexts } from '@site/shared/texts/locales.ts';

export const couponTexts = defineTexts(
  {
    coupon: 'Cupom',
    haveCoupon: 'Tem um cupom?',
    code: 'Código do cupom',
    apply: 'Aplicar',
    remove: 'Remover',
    removeCoupon: 'Remover o cupom',
    asking: 'Calculando…',
    unanswered: (code: string) =>
      `Ainda não sabemos quanto o cupom ${code} desconta. Tente de novo, ou remova o cupom para pagar sem ele. Nada foi cobrado.`,
  },
  {
    coupon: 'Coupon',
    haveCoupon: 'Have a coupon?',
    code: 'Coupon code',
    apply: 'Apply',
    remove: 'Remove',
    removeCoupon: 'Remove the coupon',
    asking: 'Calculating…',
    unanswered: (code) =>
      `We could not find out how much coupon ${code} takes off. Try again, or remove the coupon to pay without it. Nothing was charged.`,
  },
);
