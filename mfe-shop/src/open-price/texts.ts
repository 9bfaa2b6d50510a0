import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    label: 'Quanto você quer pagar?',
    each: 'Valor por exemplar',
    eachOf: (title: string) => `Valor por exemplar: ${title}`,
    hint: (suggested: string, least: string) => `Sugestão: ${suggested}. O mínimo é ${least}.`,
    hintFree: (suggested: string) => `Sugestão: ${suggested}. Para levar de graça, escreva 0.`,
    below: (least: string) => `O mínimo é ${least}.`,
    tooLow: (least: string) => `O menor valor é ${least}. Para levar de graça, escreva 0.`,
    tooHigh: (most: string) => `O maior valor é ${most}.`,
    notAnAmount: 'Escreva o valor assim: 29,90',
  },
  {
    label: 'How much do you want to pay?',
    each: 'Amount per copy',
    eachOf: (title) => `Amount per copy: ${title}`,
    hint: (suggested, least) => `Suggested: ${suggested}. The minimum is ${least}.`,
    hintFree: (suggested) => `Suggested: ${suggested}. To take it for free, write 0.`,
    below: (least) => `The minimum is ${least}.`,
    tooLow: (least) => `The smallest amount is ${least}. To take it for free, write 0.`,
    tooHigh: (most) => `The largest amount is ${most}.`,
    notAnAmount: 'Write the amount like this: 29.90',
  },
);
