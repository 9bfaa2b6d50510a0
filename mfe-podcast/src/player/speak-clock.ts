import { numberFormat } from '@site/shared/texts/formats.ts';

/** Formats a position as screen readers speak it, such as `6 minutes 42 seconds`. */
export function speakClock(seconds: number, locale: string): string {
  const parts = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [Math.floor(seconds) % 60, 'second'],
  ] as const;
  const spoken = parts.filter(([count, unit]) => count > 0 || (unit === 'second' && seconds < 1));
  return spoken.map(([count, unit]) => numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)).join(' ');
}
