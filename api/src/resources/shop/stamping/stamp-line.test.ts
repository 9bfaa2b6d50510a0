import { expect, test } from 'vitest';
import { formatStampLine, maskEmail } from './stamp-line.ts';

test.each([
  ['clara@semente.test', 'c•••@s•••.test'],
  ['Ana.Maria+livros@mail.example.com.br', 'A•••@m•••.br'],
  ['a@b.co', 'a•••@b•••.co'],
  ['"x@y"@example.test', '•••@e•••.test'],
  ['élia@exemplo.test', '•••@e•••.test'],
  ['ana@日本.test', 'a•••@•••.test'],
  ['ana@exemplo.日本', 'a•••@e•••'],
  ['ana.b@localhost', 'a•••@l•••'],
  ['', '•••@•••'],
])('the address %j is masked as %j', (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});

test('the stamped line is in the language of the order', () => {
  const copy = { orderNumber: 1042, boughtAt: null, email: 'clara@semente.test' };
  expect(formatStampLine({ ...copy, locale: 'pt-BR' })).toBe('Pedido nº 1042 · c•••@s•••.test');
  expect(formatStampLine({ ...copy, locale: 'en' })).toBe('Order no. 1042 · c•••@s•••.test');
  expect(formatStampLine({ ...copy, orderNumber: null, boughtAt: 'hotmart', locale: 'pt-BR' })).toBe('Compra na Hotmart · c•••@s•••.test');
});
