/** A place in a video as players write it, such as `6:42` or `1:03:12`. */
export function formatClock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const [first = 0, ...rest] = parts[0] ? parts : parts.slice(1);
  return [String(first), ...rest.map((part) => String(part).padStart(2, '0'))].join(':');
}
