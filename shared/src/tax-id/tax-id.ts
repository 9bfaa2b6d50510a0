import { asMeant } from '../texts/pasted.ts';

/** Tax ids of buyers in Brazil (`cpf` a person's, `cnpj` a company's) and in Portugal (`nif`). */
export const TAX_ID_KINDS = ['cpf', 'cnpj', 'nif'] as const;

/** `value` has no signs between its digits and letters. */
export type TaxId = { readonly kind: (typeof TAX_ID_KINDS)[number]; readonly value: string };

/** Longest id that is looked at, as it is typed, in UTF-16 units. */
const LONGEST_TYPED = 100;

/** What stands between the digits; Portuguese ids may begin with their country. */
const SIGNS = /[\s./-]|^\s*PT(?=[\s\d])/g;

/** What a check digit is of: each character by its weight, where a letter counts as its ASCII code less 48 (Receita Federal, IN 2.229). */
const weigh = (value: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * (value.charCodeAt(index) - 48), 0);

/** The check digit modulo 11, where two remainders share the 0. */
const checkDigit = (value: string, weights: readonly number[]): string => String(((11 - (weigh(value, weights) % 11)) % 11) % 10);

const downTo2 = (from: number): number[] => Array.from({ length: from - 1 }, (_, index) => from - index);
const CNPJ_WEIGHTS = [...downTo2(5), ...downTo2(9)];

/** The first digits that Portugal gives: people, companies, the state, heirs, associations. */
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

/** The CPF, CNPJ or NIF that a person typed, with or without signs; null when its length or check digits are of none. */
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

/** As it is written: `123.456.789-09`, `12.ABC.345/01DE-35`, `123 456 789`. */
export function formatTaxId({ kind, value }: TaxId): string {
  const [parts, shape] = SHAPES[kind];
  return value.replace(parts, shape);
}

/** As a person who only has to recognize it sees it: all but the last characters before the check digits are dots. */
export const maskTaxId = ({ kind, value }: TaxId): string =>
  formatTaxId({ kind, value: `${'•'.repeat(value.length - 4)}${value.slice(-4)}` });
