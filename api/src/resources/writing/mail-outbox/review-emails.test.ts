import { expect, test } from 'vitest';
import { readLink } from '../../../platform/signed-links.ts';
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
const about = { ebook_id: 'rute', title: 'Rute', name: 'Ana Maria' };
const reminder_id = '55644ce2-5cab-4671-bc91-39e334427e56';
const email = (kind: string, payload: object, locale: 'pt-BR' | 'en') =>
  writeEmail({ key: `${kind}:1`, kind, recipient: 'ana@example.test', locale, payload: { ...about, ...payload } }, site);

test.each([
  [
    'review_hidden',
    { reason: 'personal_data' },
    'O texto da sua avaliação de “Rute” foi ocultado',
    'Motivo: dado pessoal.',
    'Reason: personal data.',
  ],
  [
    'review_replied',
    { reply: 'Que bom!' },
    'Sua avaliação de “Rute” foi respondida',
    'Marina Alvorada respondeu',
    'Marina Alvorada replied',
  ],
  ['review_reminder', { reminder_id }, 'O que você achou de “Rute”?', 'Olá, Ana!', 'Hello Ana,'],
])('the email %s has its subject in both languages, and links to the review', (kind, payload, subject, portuguese, english) => {
  const { text, ...written } = email(kind, payload, 'pt-BR');
  expect(written.subject).toBe(subject);
  expect(text).toContain(portuguese);
  expect(text).toContain('https://example.test/user-dashboard/reviews/rute');
  expect(email(kind, payload, 'en').text).toContain(english);
});

test('a review reminder offers opting out by its link and by the mailbox’s own button, with the same token', () => {
  const { text, headers } = email('review_reminder', { reminder_id }, 'pt-BR');
  const [token, other] = [text, headers?.['List-Unsubscribe'] ?? ''].map((part) => /token=([\w.-]+)/.exec(part)?.[1]);
  expect(other).toBe(token);
  expect(readLink(site.LINKS_SECRET, 'review_reminders_stop', token ?? '')?.id).toBe(reminder_id);
  expect(readLink(site.LINKS_SECRET, 'newsletter_unsubscribe', token ?? '')).toBeNull();
});
