import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    label: 'Quanto você quer pagar?',
    each: 'Valor por unidade',
    eachOf: (title: string) => `Valor por unidade: ${title}`,
    hint: (suggested: string, least: string) => `Sugestão: ${suggested}. O mínimo é ${least}.`,
    hintFree: (suggested: string) => `Sugestão: ${suggested}. Para levar de graça, escreva 0.`,
    below: (least: string) => `O mínimo é ${least}.`,
    tooLow: (least: string) => `O menor valor é ${least}. Para levar de graça, escreva 0.`,
    tooHigh: (most: string) => `O maior valor é ${most}.`,
    notAnAmount: 'Escreva o valor assim: 29,90',
    twoWays: (one: string, other: string) => `Isto pode ser ${one} ou ${other}. Escreva sem separar os milhares.`,
  },
  {
    label: 'How much do you want to pay?',
    each: 'Amount per copy',
    eachOf: (title) => `Amount per copy: ${title}`,
    hint: (suggested, least) => `Suggested: ${suggested}. The minimum is ${least}.`,
    hintFree: (suggested) => `Suggested: ${suggested}. To get it for free, enter 0.`,
    below: (least) => `The minimum is ${least}.`,
    tooLow: (least) => `The smallest amount is ${least}. To get it for free, enter 0.`,
    tooHigh: (most) => `The largest amount is ${most}.`,
    notAnAmount: 'Enter the amount like this: 29.90',
    twoWays: (one, other) => `This could mean ${one} or ${other}. Enter it without a thousands separator.`,
  },
);
