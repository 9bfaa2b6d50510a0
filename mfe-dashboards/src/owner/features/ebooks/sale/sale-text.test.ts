import { expect, test } from 'vitest';
import { bookText } from '../book-text.ts';
import { saleProblems } from './sale-text.ts';

const timeZone = 'America/Sao_Paulo';
const typed = { ...bookText(null, { locale: 'pt-BR', timeZone }), 'listPrices.BRL': '34,90', 'sale.prices.BRL': '19,90' };
const problems = (startsAt: string, endsAt: string) =>
  saleProblems({ ...typed, 'sale.startsAt': startsAt, 'sale.endsAt': endsAt }, ['BRL'], timeZone);

test.each([
  ['', '2026-12-24T08:30', {}],
  ['', '', { 'sale.endsAt': 'required' }],
  ['', '20261-12-24T08:30', { 'sale.endsAt': 'invalid' }],
  ['0002-12-24T08:30', '2026-12-24T08:30', { 'sale.startsAt': 'invalid' }],
])('a sale from “%s” until “%s” has the problems %o', (startsAt, endsAt, refused) => expect(problems(startsAt, endsAt)).toEqual(refused));
