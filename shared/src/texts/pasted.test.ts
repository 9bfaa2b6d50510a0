import * as v from 'valibot';
import { expect, it } from 'vitest';
import { EmailSchema } from '../contracts/contact.ts';
import { normalizeCouponCode } from '../contracts/coupon-rules.ts';
import { parsePrice } from '../contracts/ebook-rules.ts';
import { ClaimAdminSchema } from '../contracts/me.ts';
import { parseTaxId } from '../tax-id/tax-id.ts';

const [SOFT_HYPHEN, ZERO_WIDTH, JOINER, TO_THE_RIGHT, ISOLATE, MARK] = ['\u00AD', '\u200B', '\u200D', '\u200E', '\u2066', '\uFEFF'];
const UNSEEN = [SOFT_HYPHEN, ZERO_WIDTH, JOINER, TO_THE_RIGHT, ISOLATE, MARK];
const DASHES = ['-', '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212', '\uFE63', '\uFF0D'];

it.each(UNSEEN)('a pasted text is accepted with the invisible characters %o', (unseen) => {
  const pasted = (text: string) => unseen + text.slice(0, 3) + unseen + text.slice(3) + unseen;
  expect(parseTaxId(pasted('111.444.777-35'))).toEqual({ kind: 'cpf', value: '11144477735' });
  expect(normalizeCouponCode(pasted('natal-10'))).toBe('NATAL-10');
  expect(parsePrice(pasted('29,90'), 'BRL')).toEqual({ minor: 2_990 });
  expect(v.parse(EmailSchema, pasted('ana@exemplo.test'))).toBe('ana@exemplo.test');
  expect(v.parse(ClaimAdminSchema, { code: pasted('ABCD-EFGH-JKLM') })).toEqual({ code: 'ABCD-EFGH-JKLM' });
});

it.each(DASHES)('a pasted text is accepted with each dash: %o', (dash) => {
  expect(parseTaxId(`111.444.777${dash}35`)).toEqual({ kind: 'cpf', value: '11144477735' });
  expect(normalizeCouponCode(`natal${dash}10`)).toBe('NATAL-10');
  expect(v.parse(ClaimAdminSchema, { code: `ABCD${dash}EFGH${dash}JKLM` })).toEqual({ code: 'ABCD-EFGH-JKLM' });
});

it('a pasted text is accepted with full-width digits and letters, and spaces only between them', () => {
  expect(parseTaxId('１１１．４４４．７７７－３５')).toEqual({ kind: 'cpf', value: '11144477735' });
  expect(parsePrice('R$\u00A029,90', 'BRL')).toEqual({ minor: 2_990 });
  expect(v.parse(EmailSchema, 'ａｎａ@exemplo.test\u00A0')).toBe('ana@exemplo.test');
});

it.each([
  ['leitor@bücher.example', 'leitor@xn--bcher-kva.example'],
  ['Leitor@BÜCHER.Example', 'leitor@xn--bcher-kva.example'],
  ['leitor@bu\u0308cher.example', 'leitor@xn--bcher-kva.example'],
  ['ana@livraria.são-paulo.example', 'ana@livraria.xn--so-paulo-rza.example'],
  ['ana@例え.テスト', 'ana@xn--r8jz45g.xn--zckzah'],
  ['leitor@xn--bcher-kva.example', 'leitor@xn--bcher-kva.example'],
])('the domain of the pasted address %s is converted to ASCII', (typed, stored) => {
  expect(v.parse(EmailSchema, typed)).toBe(stored);
});

it.each([
  'josé@exemplo.com',
  'ana@bücher',
  'ana@bücher.example/x',
  'ana@bücher.example:80',
  'ana@bücher@exemplo.com',
  'ana@bü cher.example',
  'ana@%62ücher.example',
  `ana@${'ü'.repeat(64)}.example`,
  'bücher.example',
])('the pasted text %s is not read as an address', (typed) => {
  expect(v.safeParse(EmailSchema, typed).success).toBe(false);
});

it('a pasted address is rejected if its domain in ASCII is too long', () => {
  const domain = `${Array.from({ length: 7 }, () => 'ü'.repeat(30)).join('.')}.example`;
  expect(v.safeParse(EmailSchema, `ana@${domain}`).issues?.map(({ message }) => message)).toContain('too_long');
});

it('a pasted text above the length limit is not parsed', () => {
  expect(parseTaxId('\uFDFA'.repeat(100_000))).toBeNull();
});
