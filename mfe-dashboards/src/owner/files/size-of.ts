const KILOBYTE = 1024;

/** Formats a size in bytes, such as `1,4 MB`. */
export function sizeOf(bytes: number, locale: string): string {
  const format = (value: number, unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
  return bytes < KILOBYTE ** 2 ? format(bytes / KILOBYTE, 'kilobyte') : format(bytes / KILOBYTE ** 2, 'megabyte');
}
