/** A time zone with what a person looks for it by. */
export type Zone = { readonly zone: string; readonly city: string; readonly names: string };

const plain = (words: string): string => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Its last part, as `Sao Paulo`. */
const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

const partOf = (locale: string, timeZone: string, name: 'long' | 'shortGeneric' | 'shortOffset', at: Date): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: name }).formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ??
  '';

/** Every time zone that the browser knows, by what it and its places are called in a language. Takes a tenth of a second. */
export function listZones(locale: string): Zone[] {
  const now = new Date();
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((zone) => {
    const names = [zone.replaceAll('_', ' '), partOf(locale, zone, 'long', now), partOf(locale, zone, 'shortGeneric', now)];
    return { zone, city: cityOf(zone), names: plain(names.join(' ')) };
  });
}

/** Those that have all the words. */
export function findZones(zones: readonly Zone[], words: string): Zone[] {
  const parts = plain(words)
    .split(/[\s/_]+/)
    .filter(Boolean);
  return parts.length === 0 ? [] : zones.filter(({ names }) => parts.every((part) => names.includes(part)));
}

/** What the clocks of a zone say, and how far they are from those of Greenwich. Null for what is no zone. */
export function clockOf(locale: string, zone: string, at: Date): { city: string; name: string; time: string; offset: string } | null {
  try {
    const time = new Intl.DateTimeFormat(locale, { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at);
    return { city: cityOf(zone), name: partOf(locale, zone, 'long', at), time, offset: partOf(locale, zone, 'shortOffset', at) };
  } catch {
    return null;
  }
}
