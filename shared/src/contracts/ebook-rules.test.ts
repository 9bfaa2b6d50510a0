import { describe, expect, test } from 'vitest';
import { normalizeFilename, parsePrice } from './ebook-rules.ts';

describe('the name of a file', () => {
  test.each([
    ['Raízes que Sustentam.pdf', 'raizes-que-sustentam.pdf'],
    ['Rai\u0301zes  que\tSustentam.PDF', 'raizes-que-sustentam.pdf'],
    ['Ação & Oração (2ª edição).pdf', 'acao--oracao-2-edicao.pdf'],
    ['../../etc/passwd.pdf', 'etcpasswd.pdf'],
    ['C:\\livros\\meu.pdf', 'clivrosmeu.pdf'],
    ['.oculto.pdf', 'oculto.pdf'],
    ['livro\u202Efdp.pdf', 'livrofdp.pdf'],
    ['livro.v2.final.pdf', 'livro.v2.final.pdf'],
  ])('the file name %j is stored as %s', (name, normal) => expect(normalizeFilename(name)).toBe(normal));

  test.each(['', '.pdf', '---.pdf', 'Книга.pdf', 'livro.txt', 'livro.pdf.exe', 'livropdf', `${'a'.repeat(300)}.pdf`])(
    'the file name %j is invalid',
    (name) => expect(normalizeFilename(name)).toBeNull(),
  );
});

describe('a price', () => {
  test.each([
    ['29,90', 2_990],
    ['29.90', 2_990],
    [' 29,9 ', 2_990],
    ['29', 2_900],
    ['0,50', 50],
    ['0', 0],
    ['1234,56', 123_456],
    ['100000', 10_000_000],
    ['R$ 11,90', 1_190],
    ['R$11.90', 1_190],
    ['r$\u00a011,90', 1_190],
    ['11,90 BRL', 1_190],
    ['1.190,50', 119_050],
    ['1,190.50', 119_050],
    ['R$ 1.190,5', 119_050],
    ['1 190,50', 119_050],
    ['1\u00a0190', 119_000],
    ['12.345,00', 1_234_500],
    ['1,190.00 BRL', 119_000],
  ])('the price %j is %d minor units', (text, minor) => expect(parsePrice(text, 'BRL')).toEqual({ minor }));

  test("a price may contain only its own currency's symbols", () => {
    expect(parsePrice('US$ 9', 'USD')).toEqual({ minor: 900 });
    expect(parsePrice('$9.50', 'USD')).toEqual({ minor: 950 });
    expect(parsePrice('$12', 'NZD')).toEqual({ minor: 1_200 });
    expect(parsePrice('US$ 9', 'BRL')).toEqual({ problem: 'other_currency' });
    expect(parsePrice('$ 9', 'BRL')).toEqual({ problem: 'other_currency' });
    expect(parsePrice('9 BRL', 'NZD')).toEqual({ problem: 'other_currency' });
  });

  test.each([
    ['-1', 'not_a_price'],
    ['1e21', 'not_a_price'],
    ['NaN', 'not_a_price'],
    ['Infinity', 'not_a_price'],
    ['', 'not_a_price'],
    ['R$', 'not_a_price'],
    ['R$ R$ 29,90', 'not_a_price'],
    ['29,90 reais', 'not_a_price'],
    ['0.190', 'not_a_price'],
    ['1.190.50', 'not_a_price'],
    ['1.19,050', 'not_a_price'],
    ['1.1905,00', 'not_a_price'],
    ['1.190,505', 'not_a_price'],
    ['1.190,190', 'not_a_price'],
    ['29 90', 'not_a_price'],
    ['1.190.500', 'too_high'],
    ['1,190,500.00', 'too_high'],
    [`${' '.repeat(60)}29,90`, 'not_a_price'],
    ['29,90,1', 'not_a_price'],
    ['.', 'not_a_price'],
    ['0,01', 'too_low'],
    ['0,49', 'too_low'],
    ['100000,01', 'too_high'],
    ['999999999999', 'too_high'],
  ])('the price %j is rejected: %s', (text, problem) => expect(parsePrice(text, 'BRL')).toEqual({ problem }));

  test.each([
    ['1.190', 119_000, 119],
    ['R$ 1.190', 119_000, 119],
    ['1,190', 119_000, 119],
    ['29,905', 2_990_500, 2_990],
  ])('the ambiguous price %j is rejected with both readings', (text, ...readings) =>
    expect(parsePrice(text, 'BRL')).toEqual({ problem: 'two_ways', readings }),
  );
});
