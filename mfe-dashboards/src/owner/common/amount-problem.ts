import { readAmount } from '@site/shared/contracts/ebook-rules.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import { formatDecimal, toMoney } from '@site/shared/money/money.ts';
import { useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

const texts = defineTexts(
  {
    not_a_price: 'Escreva o valor assim: 29,90',
    other_currency: 'O valor está com o símbolo de outra moeda. Escreva só o número: 29,90',
    two_ways: (one: string, other: string, first: string, second: string): string =>
      `Isto pode ser ${one} ou ${other}. Escreva ${first} ou ${second}.`,
  },
  {
    not_a_price: 'Enter the amount like this: 29.90',
    other_currency: 'The amount has another currency’s symbol. Enter only the number: 29.90',
    two_ways: (one, other, first, second) => `This could mean ${one} or ${other}. Enter ${first} or ${second}.`,
  },
);

/** Returns why a text is not an amount in a currency, with both readings if the text is ambiguous; null for an amount. */
export function useAmountProblem(): (text: string, currency: Currency) => string | null {
  const t = useTexts(texts);
  const { money } = useFormats();
  const { locale } = usePreferences();
  return (text, currency) => {
    const read = readAmount(text, currency);
    if (!('problem' in read)) return null;
    if (read.problem !== 'two_ways') return t[read.problem];
    const [one, other] = read.readings;
    const shown = (minor: number) => money(toMoney(minor, currency));
    const written = (minor: number) => formatDecimal(minor, currency, locale === 'pt-BR' ? ',' : '.');
    return t.two_ways(shown(one), shown(other), written(one), written(other));
  };
}
