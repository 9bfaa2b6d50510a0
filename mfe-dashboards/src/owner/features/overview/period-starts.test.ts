import { describe, expect, it } from 'vitest';
import { periodStarts } from './period-starts.ts';

const seconds = (at: string) => String(Date.parse(at) / 1_000);
const starts = (now: string, timeZone: string) => periodStarts(new Date(now), timeZone);

describe('the periods of the overview', () => {
  it('the periods of the overview begin at midnight in the site’s time zone, not the computer’s', () => {
    expect(starts('2026-03-10T01:30:00Z', 'America/Sao_Paulo')).toEqual({
      dayStart: seconds('2026-03-09T03:00:00Z'),
      weekStart: seconds('2026-03-03T03:00:00Z'),
      monthStart: seconds('2026-03-01T03:00:00Z'),
    });
  });

  it('the periods of the overview begin at the right hour even if clocks change within a period', () => {
    // New Zealand set its clocks back on 5 April 2026.
    expect(starts('2026-04-07T00:00:00Z', 'Pacific/Auckland')).toEqual({
      dayStart: seconds('2026-04-06T12:00:00Z'),
      weekStart: seconds('2026-03-31T11:00:00Z'),
      monthStart: seconds('2026-03-31T11:00:00Z'),
    });
  });

  it('the week of the overview can begin in the previous month or year', () => {
    expect(starts('2026-01-03T12:00:00Z', 'UTC')).toEqual({
      dayStart: seconds('2026-01-03T00:00:00Z'),
      weekStart: seconds('2025-12-28T00:00:00Z'),
      monthStart: seconds('2026-01-01T00:00:00Z'),
    });
  });
});
