import { asMeant } from '../texts/pasted.ts';

/** Tax ids of buyers in Brazil (`cpf` for a person, `cnpj` for a company) and in Portugal (`nif`). */
export const TAX_ID_KINDS = ['cpf', 'cnpj', 'nif'] as const;

/** `value` contains only digits and letters. */
export type TaxId = { readonly kind: (typeof TAX_ID_KINDS)[number]; readonly value: string };

/** Longest typed tax id that is parsed, in UTF-16 units. */
const LONGEST_TYPED = 100;

/** Separators between digits. A Portuguese id may begin with its country code. */
const SIGNS = /[\s./-]|^\s*PT(?=[\s\d])/g;

/** Returns the weighted sum for a check digit. A letter counts as its ASCII code minus 48 (Receita Federal, IN 2.229). */
const weigh = (value: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * (value.charCodeAt(index) - 48), 0);

/** Returns the check digit modulo 11, where two remainders give 0. */
const checkDigit = (value: string, weights: readonly number[]): string => String(((11 - (weigh(value, weights) % 11)) % 11) % 10);

const downTo2 = (from: number): number[] => Array.from({ length: from - 1 }, (_, index) => from - index);
const CNPJ_WEIGHTS = [...downTo2(5), ...downTo2(9)];

/** A NIF begins with digits that Portugal assigns to people, companies, the state, estates and associations. */
const NIF = /^(?:[1-3568]|45|7[0124-9]|9[0189])\d*$/;

const isOneCharacter = (value: string): boolean => new Set(value).size === 1;

function kindOf(value: string): TaxId['kind'] | null {
  if (isOneCharacter(value)) return null;
  if (/^\d{9}$/.test(value)) return NIF.test(value) && value.endsWith(checkDigit(value, downTo2(9))) ? 'nif' : null;
  if (/^\d{11}$/.test(value)) {
    const first = checkDigit(value, downTo2(10));
    return value.endsWith(`${first}${checkDigit(value, downTo2(11))}`) && value[9] === first ? 'cpf' : null;
  }
  if (/^[\dA-Z]{12}\d{2}$/.test(value)) {
    return value.endsWith(`${checkDigit(value, CNPJ_WEIGHTS)}${checkDigit(value, [6, ...CNPJ_WEIGHTS])}`) ? 'cnpj' : null;
  }
  return null;
}

/** Parses a typed CPF, CNPJ or NIF, with or without separators; null if length or check digits are wrong. */
export function parseTaxId(text: string): TaxId | null {
  if (text.length > LONGEST_TYPED) return null;
  const value = asMeant(text).toUpperCase().replace(SIGNS, '');
  const kind = kindOf(value);
  return kind && { kind, value };
}

const SHAPES = {
  cpf: [/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4'],
  cnpj: [/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5'],
  nif: [/^(.{3})(.{3})(.{3})$/, '$1 $2 $3'],
} as const satisfies Record<TaxId['kind'], readonly [RegExp, string]>;

/** Returns the id with its usual separators: `123.456.789-09`, `12.ABC.345/01DE-35`, `123 456 789`. */
export function formatTaxId({ kind, value }: TaxId): string {
  const [parts, shape] = SHAPES[kind];
  return value.replace(parts, shape);
}

/** Returns the id masked for a person who only needs to recognize it: all but its last four characters are dots. */
export const maskTaxId = ({ kind, value }: TaxId): string =>
  formatTaxId({ kind, value: `${'•'.repeat(value.length - 4)}${value.slice(-4)}` });
