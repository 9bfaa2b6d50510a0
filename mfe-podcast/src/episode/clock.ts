/** Formats a position in a video as players do, such as `6:42` or `1:03:12`. */
export function formatClock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const [first = 0, ...rest] = parts[0] ? parts : parts.slice(1);
  return [String(first), ...rest.map((part) => String(part).padStart(2, '0'))].join(':');
}

/**
 * Parses a position as people and the provider write it in URLs: `90`, `90s`, `1m30s`, `1:30`, `1:03:12`. Returns null for anything else.
 */
export function parseClock(text: string): number | null {
  const colons = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]?\d)$/.exec(text);
  const units = /^(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s?)?$/i.exec(text);
  const [, hours = '0', minutes = '0', seconds = '0'] = colons ?? units ?? [];
  if (text === '' || !(colons ?? units)) return null;
  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
}
