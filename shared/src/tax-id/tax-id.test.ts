import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatTaxId, maskTaxId, parseTaxId, type TaxId } from './tax-id.ts';

/** Worked examples of the authorities, and of their tables of first digits. */
const VALID: readonly [text: string, kind: TaxId['kind'], value: string][] = [
  ['111.444.777-35', 'cpf', '11144477735'],
  [' 12345678909 ', 'cpf', '12345678909'],
  ['11.222.333/0001-81', 'cnpj', '11222333000181'],
  ['12.ABC.345/01DE-35', 'cnpj', '12ABC34501DE35'],
  ['12.abc.345/01de-35', 'cnpj', '12ABC34501DE35'],
  ['501 442 600', 'nif', '501442600'],
  ['PT 501442600', 'nif', '501442600'],
];

test.each(VALID)('%s is a %s', (text, kind, value) => {
  expect(parseTaxId(text)).toEqual({ kind, value });
});

test.each([
  '',
  '1',
  '111.444.777-36',
  '111.111.111-11',
  '00.000.000/0000-00',
  '12.ABC.345/01DE-34',
  '12.ABC.345/01DE-3A',
  '401442609',
  'ABCDEFGHI',
  '501442601',
])('“%s” is none', (text) => expect(parseTaxId(text)).toBeNull());

test('is shown as it is written, and of a masked one only the end', () => {
  const shown = VALID.map(([text]) => parseTaxId(text)).map((id) => id && [formatTaxId(id), maskTaxId(id)]);
  expect(shown).toContainEqual(['12.ABC.345/01DE-35', '••.•••.•••/••DE-35']);
  expect(shown).toContainEqual(['111.444.777-35', '•••.•••.•77-35']);
  expect(shown).toContainEqual(['501 442 600', '••• ••2 600']);
});

describe('one sign that is mistyped is noticed', () => {
  const digits = (length: number) => fc.array(fc.constantFrom(...'0123456789'), { minLength: length, maxLength: length });
  const letters = fc.array(fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), { minLength: 12, maxLength: 12 });
  /** Every valid one is found by trying its check digits. */
  const completed = (base: string, checks: number): string | undefined =>
    Array.from({ length: 10 ** checks }, (_, n) => `${base}${String(n).padStart(checks, '0')}`).find((text) => parseTaxId(text));
  const CASES: [string, fc.Arbitrary<string[]>, checks: number][] = [
    ['cpf', digits(9), 2],
    ['cnpj', letters, 2],
    ['nif', digits(8), 1],
  ];
  test.each(CASES)('%s', (kind, bases, checks) => {
    let tried = 0;
    let unnoticed = 0;
    fc.assert(
      fc.property(bases, fc.nat(13), fc.integer({ min: 1, max: 9 }), (base, at, by) => {
        const valid = completed(base.join(''), checks);
        fc.pre(valid !== undefined);
        const place = at % valid.length;
        const sign = valid.charAt(place);
        const other = /\d/.test(sign) ? String((Number(sign) + by) % 10) : String.fromCharCode(65 + ((sign.charCodeAt(0) - 65 + by) % 26));
        expect(parseTaxId(valid)?.kind).toBe(kind);
        tried += 1;
        if (parseTaxId(`${valid.slice(0, place)}${other}${valid.slice(place + 1)}`)) unnoticed += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(tried).toBeGreaterThan(100);
    // Two remainders share the check digit 0, so that a few pass.
    expect(unnoticed / tried).toBeLessThan(0.05);
  });
});
