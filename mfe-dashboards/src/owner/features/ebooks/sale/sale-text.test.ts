import { byCurrency } from '@site/shared/money/currencies.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { expect, test } from 'vitest';
import { type SaleText, saleProblems } from './sale-text.ts';

const prices = { ...byCurrency(() => null), BRL: toMoney(3_490, 'BRL').minor };
const typed = { 'prices.BRL': '19,90', 'prices.USD': '', 'prices.NZD': '' };
const problems = (startsAt: string, endsAt: string) =>
  saleProblems({ ...typed, startsAt, endsAt } satisfies SaleText, { prices }, ['BRL'], 'America/Sao_Paulo');

test.each([
  ['', '2026-12-24T08:30', {}],
  ['', '', { endsAt: 'required' }],
  ['', '20261-12-24T08:30', { endsAt: 'invalid' }],
  ['0002-12-24T08:30', '2026-12-24T08:30', { startsAt: 'invalid' }],
])('a sale from “%s” until “%s” is refused for %o', (startsAt, endsAt, refused) => expect(problems(startsAt, endsAt)).toEqual(refused));
