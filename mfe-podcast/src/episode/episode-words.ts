/** The first paragraph of a video's description: what follows is chapters and links. */
export const summaryOf = (description: string): string => description.trim().split(/\n\s*\n/)[0] ?? '';

/** A length as a person reads it in `locale`, in whole minutes, such as `47 min`. */
export const formatMinutes = (seconds: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'short' }).format(Math.max(1, Math.round(seconds / 60)));
