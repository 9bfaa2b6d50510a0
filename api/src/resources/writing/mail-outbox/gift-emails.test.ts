import { describe, expect, test } from 'vitest';
import { secretLinkKey } from '../../../platform/secret-links.ts';
import { writeEmail } from './emails.ts';

const site = {
  SITE_NAME: 'Raiz & Palavra',
  SITE_URL: 'https://example.test',
  AUTHOR_NAME: 'Marina Alvorada',
  CONTACT_EMAIL: 'ola@example.test',
  LINKS_SECRET: 'l'.repeat(32),
  SITE_TIME_ZONE: 'America/Sao_Paulo',
  accent: '#1f4f8b',
  form: 'neutral' as const,
};
const id = '55644ce2-5cab-4671-bc91-39e334427e56';
const gift = { gift_id: id, generation: 2, title: 'Rute', author: 'Marina', from: 'Ana', to_name: 'Bia', message: 'Parabéns!' };
const order = { id, number: 1042, buyer_name: 'Ana', titles: ['Rute', 'Raízes'] };
const claimed = { id, number: 1042, kind: 'one', to_name: 'Bia', title: 'Rute', seats: 1, claimed: 1 };
const email = (kind: string, payload: object, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  writeEmail({ key: `${kind}:1`, kind, recipient: 'bia@example.test', locale, payload }, site);

describe('the gift email', () => {
  test("a gift email has the giver's words and the link of its generation", () => {
    const { subject, text } = email('gift_sent', gift);
    expect(subject).toBe('Ana deu um livro a você: “Rute”');
    expect(text).toContain(`https://example.test/gift/${id}#${secretLinkKey(site.LINKS_SECRET, 'gift', id, 2)}`);
    for (const part of ['Olá, Bia!', 'Parabéns!']) expect(text).toContain(part);
  });

  test.each(['pt-BR', 'en'] as const)('a gift email says in %s where to report abuse', (locale) => {
    const { text, html } = email('gift_sent', gift, locale);
    for (const part of [text, html]) expect(part).toContain('https://example.test/contact');
  });

  test('a gift email contains no link in the giver’s name', () => {
    for (const from of ['', 'www.exemplo.test', 'ana@exemplo.test', 'premio-exemplo.com/pix']) {
      const { subject, text } = email('gift_sent', { ...gift, from });
      expect(subject).toBe('Um livro de presente: “Rute”');
      expect(text).not.toContain('exemplo');
    }
  });
});

test.each([
  ['gift_sent', gift, 'Ana gave you a book: “Rute”'],
  ['gift_claimed', claimed, 'Your gift was claimed: “Rute”'],
  ['gift_waiting', order, 'Order no. 1042: a gift is waiting'],
  ['gifts_found', order, 'Order no. 1042: you have books to give'],
])('the email %s is also sent in English', (kind, payload, subject) => {
  expect(email(kind, payload, 'en').subject).toBe(subject);
});

test('the buyer of a group gift gets an email with the number of readers', () => {
  expect(email('gift_claimed', { ...claimed, kind: 'group', seats: 30, claimed: 12 }).text).toContain('12 de 30 exemplares');
});
