import * as v from 'valibot';

type Path = readonly (string | number)[];

/** Values that no field is meant to hold, as JSON can carry them. */
export const HOSTILE_VALUES: readonly unknown[] = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '🙂'.repeat(150).slice(0, 299),
  'x'.repeat(20_000),
  '🙂'.repeat(5_000),
  `a${'\u0301\u0323'.repeat(1_200)}`,
  '\uFDFA'.repeat(100),
  'a\r\nBcc: x@evil.test',
  '\u202eanA\u2066\u2028\ufeff',
  "'; drop table orders; --",
  '%00%ED%A0%80\\u0000',
  '__proto__',
  '',
  null,
  true,
  -1,
  9_007_199_254_740_991,
  1e308,
  [],
  ['a', ['\u0000']],
  {},
  { a: { constructor: '\ud800' } },
];

/** Hostile parts of a URL, encoded as a program would encode them. */
export const HOSTILE_PARTS: readonly string[] = [
  '%00',
  'a%00b',
  '%01',
  '%0D%0ABcc:%20x@evil.test',
  '%7F',
  '%ED%A0%80',
  '%FF%FE',
  '%',
  '%2500',
  '%F0%9F%99%82'.repeat(100),
  'x'.repeat(5_000),
  '%E2%80%AE%EF%BB%BF',
  "'%3B%20drop%20table%20orders%3B%20--",
  '..%2F..%2Fetc%2Fpasswd',
  '__proto__',
  '-1',
  '9007199254740991',
  '%20',
];

/** Texts that fields of the contracts accept. A field gets the first text that it accepts. */
const TEXTS = [
  'um-texto',
  'ana@example.test',
  'America/Sao_Paulo',
  'UCxxxxxxxxxxxxxxxxxxxxxx',
  '7d444840-9dc0-4a6c-8f2e-1b2c3d4e5f60',
  '2026-03-01',
  '2026-03-01T12:00:00.000Z',
  'https://example.test/x',
  'https://podcasts.apple.com/x',
  'cs_test_a1b2c3d4e5',
  'po_a1b2c3d4e5',
  '1',
  'shell@1',
  'ABCDE',
  '29,90',
  '111.444.777-35',
  'eDt5',
  '#a8432a',
  '/brand/icon.0123456789ab',
  '/pictures/text.0123456789ab',
  '0123456789ab',
  '0123456789abcdef-_ABCD',
];

/** Fields that are only valid in certain combinations. */
const PERIOD = { startsAt: null, endsAt: null };
const LIMITS = { maxUses: null, maxPerBuyer: null, firstPurchase: false, stacks: false };
const WHOLE = [
  { locale: null, owns: null, lacks: null, joinedFrom: null, joinedUntil: null },
  PERIOD,
  { percent: 10, amounts: {}, ebookIds: null, period: PERIOD, ...LIMITS },
  { title: 'um-texto', ebookIds: ['um', 'dois'], percent: 10, period: PERIOD },
  { provider: 'youtube', id: '0123456789a' },
];

type Loose = v.GenericSchema & {
  type: string;
  entries?: Record<string, Loose>;
  options?: readonly unknown[];
  wrapped?: Loose;
  item?: Loose;
  items?: readonly Loose[];
  literal?: unknown;
  default?: unknown;
};

/** Returns a value that `schema` accepts. Throws if none is found. */
export function exampleOf(schema: v.GenericSchema, name = 'value'): unknown {
  const found = candidatesFor(schema as Loose, name).find((candidate) => v.safeParse(schema, candidate).success);
  if (found === undefined) throw new Error(`no example of ${name}: ${schema.type}`);
  return found;
}

function candidatesFor(schema: Loose, name: string): readonly unknown[] {
  const { type, wrapped, item, items, entries, options } = schema;
  if (entries) {
    return [Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, exampleOf(entry, `${name}.${key}`)])), ...WHOLE];
  }
  if (type === 'picklist') return options ?? [];
  // Its own rules can be stricter than the rules of its parts, so all texts are tried here too.
  if (wrapped) return [...candidatesFor(wrapped, name), ...TEXTS, null];
  if (item) return [[exampleOf(item, name)], [], ['um', 'dois']];
  if (items) return [items.map((part) => exampleOf(part, name))];
  if (options) return options.flatMap((option) => candidatesIfAny(option as Loose, name));
  return [...(schema.literal === undefined ? [] : [schema.literal]), ...TEXTS, 1, 2_026, 9_000, true, { key: 'um-texto' }];
}

/** An example of one option is enough, so an option whose fields accept none of the texts is left out. */
function candidatesIfAny(option: Loose, name: string): readonly unknown[] {
  try {
    return candidatesFor(option, name);
  } catch {
    return [];
  }
}

/** Returns the path of everything in `value` that can be replaced: every field, and every item of a list. */
export function placesIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return at.length > 0 ? [at] : [];
  const inside = Array.isArray(value) ? value.map((item, index) => [index, item] as const) : Object.entries(value);
  return [...(at.length > 0 ? [at] : []), ...inside.flatMap(([key, item]) => placesIn(item, [...at, key]))];
}

/** Returns a copy of `value` with `hostile` at `path`. */
export function withAt(value: unknown, [key, ...rest]: Path, hostile: unknown): unknown {
  if (key === undefined) return hostile;
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...(value as object) };
  const inside = (copy as Record<string | number, unknown>)[key];
  (copy as Record<string | number, unknown>)[key] = withAt(inside, rest, hostile);
  return copy;
}
