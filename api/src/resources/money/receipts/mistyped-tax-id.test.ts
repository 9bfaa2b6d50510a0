import { parseTaxId } from '@site/shared/tax-id/tax-id.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('a tax id with one mistyped character', () => {
  const digits = (length: number) => fc.array(fc.constantFrom(...'0123456789'), { minLength: length, maxLength: length });
  const letters = fc.array(fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), { minLength: 12, maxLength: 12 });
  /** Finds the check digits that make a valid tax id, by trying all of them. */
  const completed = (base: string, checks: number): string | undefined =>
    Array.from({ length: 10 ** checks }, (_, n) => `${base}${String(n).padStart(checks, '0')}`).find((text) => parseTaxId(text));
  const CASES: [string, fc.Arbitrary<string[]>, checks: number][] = [
    ['cpf', digits(9), 2],
    ['cnpj', letters, 2],
    ['nif', digits(8), 1],
  ];
  test.each(CASES)('a tax id with one mistyped character is rejected: %s', (kind, bases, checks) => {
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
    // Two remainders share the check digit 0, so a few mistyped ids pass.
    expect(unnoticed / tried).toBeLessThan(0.05);
  });
});
