import type { Analytics } from '@site/shared/contracts/admin-analytics.ts';
import type { Day } from '@site/shared/contracts/admin-lists.ts';
import type { Locale } from '@site/shared/texts/locales.ts';

/** Calendar days have no time zone; UTC keeps them unchanged. */
const UTC = { timeZone: 'UTC' } as const;

/** Returns the formats of numbers, percentages and calendar days in charts. */
export function analyticsFormats(locale: Locale) {
  const count = new Intl.NumberFormat(locale);
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const change = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...UTC });
  const months = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', ...UTC });
  const wholeDays = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...UTC });
  const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  const languages = new Intl.DisplayNames(locale, { type: 'language' });
  return {
    count: (value: number) => count.format(value),
    share: (value: number) => share.format(value),
    change: (value: number) => change.format(value),
    range: (from: Day, to: Day) => wholeDays.formatRange(new Date(from), new Date(to)),
    day: (day: Day) => wholeDays.format(new Date(day)),
    /** Returns the name of a chart's point. */
    point: ({ from, to }: { from: Day; to: Day }, step: Analytics['step']) => {
      if (step === 'month') return months.format(new Date(from));
      return step === 'week' ? days.formatRange(new Date(from), new Date(to)) : days.format(new Date(from));
    },
    /** Returns a short name of a chart's point: a week by its first day. */
    shortPoint: ({ from }: { from: Day }, step: Analytics['step']) => (step === 'month' ? months : days).format(new Date(from)),
    country: (code: string) => countries.of(code) ?? code,
    language: (code: Locale) => languages.of(code) ?? code,
  };
}
export type AnalyticsFormats = ReturnType<typeof analyticsFormats>;
