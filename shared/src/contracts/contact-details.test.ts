import fc from 'fast-check';
import tlds from 'tlds' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { hasContactDetails } from './contact-details.ts';

describe('contact details in a public text', () => {
  it.each([
    'Veja https://exemplo.test/x',
    'www. exemplo',
    'em exemplo.com.br tem mais barato',
    'exemplo．com',
    'exemplo[.]com',
    'exemplo (ponto) com',
    'exemplo ponto com ponto br',
    'exem\u200bplo.c\u200dom',
    'bit.ly/abc',
    'Resgate em premio-semente.com/pix',
    't.me/grupo',
    'ana@exemplo',
    'zap (11) 98765-4321',
    '+55 11 9 8765 4321',
    '１１９８７６５４３２１',
    '24.12.2026.9876',
    '98.76.5432',
    '98-2022-2026',
    '2022-2026-9876',
    '987.654-321',
    'zap 11.98-76 5.43-21',
    'liga (21) 2019-2022',
    // Top-level domains of all kinds that a mail program recognizes.
    'Confirme em correios-entrega.click',
    'Boleto: fatura.zip',
    'presente.ru',
    'loja.cn, com desconto',
    'Veja: semente.PHOTOGRAPHY!',
    'banco.москва',
    'пример.рф',
    '例え.みんな',
    'उदाहरण.भारत',
    'exemplo.xn--p1ai',
    'a.b.c.exemplo.shop.',
    'exemplo.com:8080',
    '“exemplo.com”',
    'exemplo.com-hoje',
    'exemplo.com\u0301exemplo.org',
    // A missing space after a full stop turns two words into a link.
    'gostei.me emocionei',
    'certo.Com certeza',
    // Disguised addresses, with dots and letters that look like others.
    'example。com',
    'example｡com',
    'exemplo․com',
    'ехample.соm',
    'exemplo.ϲοm',
    'ЕХЕМРLО.ОRG',
    'exemplo.orɡ',
    'ｅｘｅｍｐｌｏ．ｃｏｍ',
    // IP addresses.
    'http://192.168.0.1',
    'entre em 10.0.0.1',
    'acesse 1.1.1.1/pix',
    '8.8.8.8',
    '2001:db8::1',
    '[2001:db8:0:0:0:0:0:1]',
    'vá a ::1',
    // Schemes, broken schemes and email addresses.
    'hxxp://exemplo',
    'hxxps[:]//exemplo',
    'ftp://exemplo',
    'whatsapp://send',
    'ana@exemplo.com.br',
    'ana＠exemplo',
    'ana (at) exemplo (dot) org',
    'ana [arroba] exemplo',
  ])('the text contains a link or contact details: %s', (text) => expect(hasContactDetails(text)).toBe(true));

  it.each([
    'Li em 3 dias. Me ajudou muito.',
    'O capítulo 12 (págs. 140-152) é o melhor.',
    'Rute 1:16-17, e Salmo 119.105.',
    'Cheguei a um ponto com o qual concordo.',
    'Nota 10/10! Comprei em 2024.',
    'Fim…Começo. É isso.',
    'Para o seu dia, 24.12.2026, e para 1-1-2027.',
    'Parabéns, turma 2022-2026! Casados 1998–2026, desde 2026-12-25.',
    'Salmo 119.105-112, e Rute 1.16-17.',
    'Salmo 119.105-112. 5 estrelas, de 1998–2026.\n3 vezes.',
    'Capítulo 3 (24.12.2026), Salmo 119.105-112 (2 vezes).',
    'Lançamento em 24.12.2026 19:30, ou 24-12-2026 19h.',
    'Chegou ao fim.Depois recomecei.',
    'Lápis, papel, livro etc.e tal.',
    'O Sr.João e a Dra.Maria leram.',
    'A versão v2.0 é melhor que a 1.0.3.',
    'Gn 1.1-3',
    'Jo.3.16',
    'Custou 19.90, ou R$ 1.234,56.',
    'Li.Chorei.Reli.',
    'Nasceu em 500 a.C. e morreu em 430 d.C.',
    'Às 8 a.m. ou às 9 p.m.',
    'P.S. Obrigado!',
    'i.e. and e.g. are short',
    'J.R.R.Tolkien e C.S.Lewis',
    'É p.ex. o que diz Mt 5.3.',
    'O arquivo livro.pdf não abriu; baixei o livro.epub.',
    'Nota: 9.5 de 10.',
    'Cap. 3.2.1, p. 45',
    'Às 10:30:00 em ponto.',
    'Jo 3:16; 4:1-3; 5:24',
    'Fim... Com certeza!',
    'Espera...Com calma.',
    'Muito bom ;-) :: nota dez',
    'Feliz aniversário, mãe! ❤️🌾',
    'Ана, спасибо за книгу. Очень хорошо.',
    'Ευχαριστώ πολύ. Καλό βιβλίο.',
    '素晴らしい本。ありがとう。',
    'O 1.º e o 2.º capítulos.',
    '50% de desconto, 2x mais.',
    'Ele disse: “Vá!”. Fui.',
    'Good book.Really good.',
    'It’s a must-read!Seriously.',
    'Mr.Darcy would agree.',
    'Ask me at 5.30 today.',
    'Vol.II, ed.3',
    'exemplo.com2x não é nada',
    'Marina d’Ávila-Souza',
    'Dona Zezé & Cia.',
    'Maria Clara (tia)',
    'Deus é bom.Sempre!',
  ])('the text contains no link or contact details: %s', (text) => expect(hasContactDetails(text)).toBe(false));

  it('a domain is recognised with every top-level domain, anywhere in the text', () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
    const around = fc.constantFrom('', ' ', 'Veja: ', '(', 'é ');
    const behind = fc.constantFrom('', '.', ',', '/', ')', ' hoje', '\n');
    fc.assert(
      fc.property(around, word, fc.constantFrom(...tlds), behind, (before, label, ending, after) => {
        expect(hasContactDetails(`${before}${label}.${ending}${after}`)).toBe(true);
        expect(hasContactDetails(`${before}${label}．${ending.toUpperCase()}${after}`)).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(tlds.length).toBeGreaterThan(1_400);
    expect(tlds.filter((ending) => !hasContactDetails(`exemplo.${ending}`))).toEqual([]);
  });

  it('the check of a text takes time proportional to its length', () => {
    const longest = 10_000;
    for (const part of [
      'a',
      '1',
      '.',
      'a.',
      '1.',
      ':',
      'f:',
      '::',
      '( ',
      ' ponto com',
      'h',
      'www ',
      'xn--',
      '1 ',
      '01-',
      'é.é',
      'а',
      '24.12.',
    ]) {
      const text = part.repeat(longest / part.length);
      const costs = Array.from({ length: 5 }, () => {
        const began = process.threadCpuUsage();
        hasContactDetails(text);
        return process.threadCpuUsage(began).user / 1_000;
      });
      expect(Math.min(...costs), part).toBeLessThan(20);
    }
  });
});
