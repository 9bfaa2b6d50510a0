import { expect, test, vi } from 'vitest';
import { formatBoletoDay, formatDay, formatMoment, toInstant } from '../dates/dates.ts';
import { formatMoney } from '../money/format-money.ts';
import { toMoney } from '../money/money.ts';
import { dateFormat, numberFormat } from './formats.ts';

test('a thousand dates and amounts need only a few formatters, whose memory the engine does not account for', () => {
  const dates = vi.spyOn(Intl, 'DateTimeFormat');
  const numbers = vi.spyOn(Intl, 'NumberFormat');
  const at = toInstant('2026-03-01T12:00:00Z');
  for (let count = 0; count < 1_000; count++) {
    for (const write of [formatDay, formatMoment]) write(at, 'pt-BR', 'America/Sao_Paulo');
    formatBoletoDay(at, 'pt-BR');
    formatMoney(toMoney(2990, 'BRL'), 'pt-BR');
  }
  expect(dates.mock.calls.length).toBeLessThanOrEqual(3);
  expect(numbers.mock.calls.length).toBeLessThanOrEqual(1);
});

test('a format with other options gets its own formatter', () => {
  const noon = new Date('2026-03-01T12:00:00Z');
  expect(dateFormat('pt-BR', { timeZone: 'UTC', hour: '2-digit' }).format(noon)).toBe('12');
  expect(dateFormat('pt-BR', { timeZone: 'America/Sao_Paulo', hour: '2-digit' }).format(noon)).toBe('09');
  expect(numberFormat('pt-BR', {}).format(1_234.5)).toBe('1.234,5');
  expect(numberFormat('en', {}).format(1_234.5)).toBe('1,234.5');
});
