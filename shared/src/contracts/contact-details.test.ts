import { describe, expect, it } from 'vitest';
import { hasContactDetails } from './contact-details.ts';

describe('a text for strangers', () => {
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
  ])('leads elsewhere: %s', (text) => expect(hasContactDetails(text)).toBe(true));

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
  ])('stays here: %s', (text) => expect(hasContactDetails(text)).toBe(false));
});
