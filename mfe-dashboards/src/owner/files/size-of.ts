const KILOBYTE = 1024;

/** A size in bytes as a person reads it, such as `1,4 MB`. */
export function sizeOf(bytes: number, locale: string): string {
  const format = (value: number, unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
  return bytes < KILOBYTE ** 2 ? format(bytes / KILOBYTE, 'kilobyte') : format(bytes / KILOBYTE ** 2, 'megabyte');
}
