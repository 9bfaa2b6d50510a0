import { palette } from '@site/shared/design/palette.ts';
import type { GenericSchema } from 'valibot';

/** A contract's schema, reduced to the facts that a form needs. */
export type Shape =
  | {
      readonly kind: 'words';
      readonly format: 'line' | 'text' | 'link' | 'email' | 'day';
      readonly isNullable: boolean;
      readonly most: number | null;
    }
  | { readonly kind: 'both'; readonly words: Shape; readonly languages: readonly string[] }
  | { readonly kind: 'number' }
  | { readonly kind: 'color' }
  /** A picture, whose file is uploaded and processed before the picture becomes part of the body. */
  | { readonly kind: 'picture' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'group'; readonly fields: readonly (readonly [name: string, shape: Shape])[] }
  | { readonly kind: 'list'; readonly item: Shape; readonly most: number | null }
  | { readonly kind: 'variant'; readonly by: string; readonly options: readonly (readonly [value: string, shape: Shape])[] }
  /** A field with one fixed value, which is never typed. */
  | { readonly kind: 'fixed'; readonly value: unknown };

/** The properties of a schema at run time, which the schema library does not type. */
type Described = {
  readonly type: string;
  readonly requirement?: unknown;
  readonly pipe?: readonly Described[];
  readonly entries?: Readonly<Record<string, Described>>;
  readonly item?: Described;
  readonly wrapped?: Described;
  readonly key?: string;
  readonly literal?: unknown;
  readonly options?: readonly unknown[];
};

/** Texts that may have at least this many characters get a field of several lines. */
const LONG = 200;

function rulesOf(schema: Described): readonly Described[] {
  const [first, ...rules] = schema.pipe ?? [];
  return first ? [...(first === schema ? [] : rulesOf(first)), ...rules] : [];
}

function mostOf(schema: Described): number | null {
  // The last rule counts characters. An earlier `max_length` rule limits the typed text before normalisation.
  const most = [...rulesOf(schema)].reverse().find(({ type }) => type === 'max_length')?.requirement;
  return typeof most === 'number' ? most : null;
}

function wordsOf(schema: Described, isNullable: boolean): Shape {
  const rules = new Set(rulesOf(schema).map(({ type }) => type));
  if (rules.has('hex_color')) return { kind: 'color' };
  const most = mostOf(schema);
  const long = most !== null && most > LONG ? 'text' : 'line';
  const format = rules.has('url') ? 'link' : rules.has('rfc_email') ? 'email' : rules.has('iso_date') ? 'day' : long;
  return { kind: 'words', format, isNullable, most };
}

function describe(schema: Described, isNullable = false): Shape {
  const { entries = {}, options = [] } = schema;
  switch (schema.type) {
    case 'string':
      return wordsOf(schema, isNullable);
    case 'number':
      return { kind: 'number' };
    case 'literal':
      return { kind: 'fixed', value: schema.literal };
    case 'picklist':
      return { kind: 'choice', options: options.map(String) };
    case 'optional':
      return describe(schema.wrapped as Described, isNullable);
    case 'nullable':
      return describe(schema.wrapped as Described, true);
    case 'array':
      return { kind: 'list', item: describe(schema.item as Described), most: mostOf(schema) };
    case 'variant': {
      const by = schema.key ?? '';
      return {
        kind: 'variant',
        by,
        options: (options as Described[]).map((option) => [String(option.entries?.[by]?.literal), describe(option)] as const),
      };
    }
    case 'object': {
      const languages = Object.keys(entries);
      const first = entries['pt-BR'];
      if ('base' in entries && 'version' in entries) return { kind: 'picture' };
      if (first) return { kind: 'both', words: describe(first), languages };
      return { kind: 'group', fields: Object.entries(entries).map(([name, entry]) => [name, describe(entry)] as const) };
    }
    default:
      throw new Error(`no form field for ${schema.type}`);
  }
}

/** Reads a schema of `contentBlocks`. Throws if no form can be made for it. */
export const shapeOf = (schema: GenericSchema): Shape => describe(schema as unknown as Described);

/** Ids are generated, not typed: they appear in URLs and never change. */
const newId = (): string => `n-${crypto.randomUUID().slice(0, 8)}`;

/** Returns an empty value of this shape. `variant` chooses among the options of a union. */
export function emptyOf(shape: Shape, variant?: string): unknown {
  switch (shape.kind) {
    case 'words':
      return shape.isNullable ? null : '';
    case 'both':
      return Object.fromEntries(shape.languages.map((language) => [language, emptyOf(shape.words)]));
    case 'number':
      return new Date().getFullYear();
    case 'color':
      return palette.accent;
    case 'picture':
      return null;
    case 'choice':
      return shape.options[0];
    case 'fixed':
      return shape.value;
    case 'list':
      return [];
    case 'group':
      return Object.fromEntries(shape.fields.map(([name, field]) => [name, name === 'id' ? newId() : emptyOf(field)]));
    case 'variant': {
      const [, option] = shape.options.find(([value]) => value === variant) ?? shape.options[0] ?? [];
      const empty = option ? (emptyOf(option) as Record<string, unknown>) : {};
      // A list without an item could not be published.
      const items = option?.kind === 'group' ? option.fields.find(([, field]) => field.kind === 'list') : undefined;
      return items?.[1].kind === 'list' ? { ...empty, [items[0]]: [emptyOf(items[1].item)] } : empty;
    }
  }
}
