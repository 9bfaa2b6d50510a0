import { expect, test } from 'vitest';
import { formatTaxId, maskTaxId, parseTaxId, type TaxId } from './tax-id.ts';

/** Examples from the authorities, and from their tables of first digits. */
const VALID: readonly [text: string, kind: TaxId['kind'], value: string][] = [
  ['111.444.777-35', 'cpf', '11144477735'],
  [' 12345678909 ', 'cpf', '12345678909'],
  ['11.222.333/0001-81', 'cnpj', '11222333000181'],
  ['12.ABC.345/01DE-35', 'cnpj', '12ABC34501DE35'],
  ['12.abc.345/01de-35', 'cnpj', '12ABC34501DE35'],
  ['501 442 600', 'nif', '501442600'],
  ['PT 501442600', 'nif', '501442600'],
];

test.each(VALID)('the tax id %s is a %s', (text, kind, value) => {
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
])('the text “%s” is no tax id', (text) => expect(parseTaxId(text)).toBeNull());

test('a tax id is shown in the format of its country, and a masked tax id shows only its end', () => {
  const shown = VALID.map(([text]) => parseTaxId(text)).map((id) => id && [formatTaxId(id), maskTaxId(id)]);
  expect(shown).toContainEqual(['12.ABC.345/01DE-35', '••.•••.•••/••DE-35']);
  expect(shown).toContainEqual(['111.444.777-35', '•••.•••.•77-35']);
  expect(shown).toContainEqual(['501 442 600', '••• ••2 600']);
});
