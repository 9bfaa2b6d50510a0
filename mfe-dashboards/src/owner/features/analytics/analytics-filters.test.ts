import { type Day, DaySchema } from '@site/shared/contracts/admin-lists.ts';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { dayIn, filtersOf, withFilters } from './analytics-filters.ts';

const today: Day = v.parse(DaySchema, '2026-03-01');
const read = (search: string) => filtersOf(new URLSearchParams(search), today);

describe('the period of the analytics', () => {
  it.each([
    ['', { span: 30, from: '2026-01-31', to: '2026-03-01', compare: 'previous' }],
    ['days=7', { span: 7, from: '2026-02-23', to: '2026-03-01', compare: 'previous' }],
    ['days=365&compare=year', { span: 365, from: '2025-03-02', to: '2026-03-01', compare: 'year' }],
    ['days=last-month', { span: 'last-month', from: '2026-02-01', to: '2026-02-28', compare: 'previous' }],
    ['from=2025-02-03&to=2025-02-09&compare=none', { span: null, from: '2025-02-03', to: '2025-02-09', compare: 'none' }],
    ['days=8&compare=nonsense', { span: 30, from: '2026-01-31', to: '2026-03-01', compare: 'previous' }],
    ['from=2025-02-31&to=2025-03-02', { span: 30, from: '2026-01-31', to: '2026-03-01', compare: 'previous' }],
    ['from=2025-02-03', { span: 30, from: '2026-01-31', to: '2026-03-01', compare: 'previous' }],
  ])('the period of the analytics is read from the URL %j', (search, filters) => {
    expect(read(search)).toEqual(filters);
  });

  it.each([
    ['tab=analytics', { span: 7 as const }, 'tab=analytics&days=7'],
    ['tab=analytics&days=7', { span: 30 as const }, 'tab=analytics'],
    ['tab=analytics&days=7', { from: '2025-01-01', to: '2025-01-02' }, 'tab=analytics&from=2025-01-01&to=2025-01-02'],
    ['from=2025-01-01&to=2025-01-02', { span: 90 as const }, 'days=90'],
    ['days=7', { compare: 'none' as const }, 'days=7&compare=none'],
    ['days=7&compare=none', { compare: 'previous' as const }, 'days=7'],
  ])('changing the analytics filters of the URL %j applies %j', (search, change, expected) => {
    expect(withFilters(new URLSearchParams(search), change).toString()).toBe(expected);
  });

  it('the period of the analytics for December is in the previous year if today is in January', () => {
    const inJanuary = filtersOf(new URLSearchParams('days=last-month'), v.parse(DaySchema, '2026-01-31'));
    expect(inJanuary).toMatchObject({ from: '2025-12-01', to: '2025-12-31' });
  });

  it('the period of the analytics ends today by the site’s clock', () => {
    const late = new Date('2026-03-02T02:30:00Z');
    expect([dayIn(late, 'America/Sao_Paulo'), dayIn(late, 'Pacific/Auckland')]).toEqual(['2026-03-01', '2026-03-02']);
  });
});
