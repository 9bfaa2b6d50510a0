import { describe, expect, it } from 'vitest';
import { hasContactDetails, isReadableName } from './review-rules.ts';

describe('a text of a review', () => {
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
    't.me/grupo',
    'ana@exemplo',
    'zap (11) 98765-4321',
    '+55 11 9 8765 4321',
    '１１９８７６５４３２１',
  ])('leads elsewhere: %s', (text) => expect(hasContactDetails(text)).toBe(true));

  it.each([
    'Li em 3 dias. Me ajudou muito.',
    'O capítulo 12 (págs. 140-152) é o melhor.',
    'Rute 1:16-17, e Salmo 119.105.',
    'Cheguei a um ponto com o qual concordo.',
    'Nota 10/10! Comprei em 2024.',
    'Fim…Começo. É isso.',
  ])('stays here: %s', (text) => expect(hasContactDetails(text)).toBe(false));
});

describe('a name', () => {
  it.each(['', ' ', '\u200b\u2060', '\u3164', '\u00ad', '…'])('cannot be read: %j', (name) => expect(isReadableName(name)).toBe(false));
  it.each(['Ana', 'Zé', '李', '7'])('can be read: %s', (name) => expect(isReadableName(name)).toBe(true));
});
