import { expect, test } from 'vitest';
import { nameOrigin } from './origin-name.ts';

test.each([
  ['l.instagram.com', 'Instagram'],
  ['com.instagram.android', 'Instagram'],
  ['Instagram', 'Instagram'],
  ['api.whatsapp.com', 'WhatsApp'],
  ['m.facebook.com', 'Facebook'],
  ['facebook.com', 'Facebook'],
  ['www.google.com.br', 'Google'],
  ['mail.google.com', 'Gmail'],
  ['t.co', 'X'],
  ['newsletter', 'newsletter'],
  ['www.blog-da-ana.test', 'blog-da-ana.test'],
  // A host name that only begins with an app's name is another site.
  ['instagram.com.example.test', 'instagram.com.example.test'],
  ['www.semente.test', ''],
  ['', ''],
])('the source %j is counted as %j', (source, name) => {
  expect(nameOrigin({ source, campaign: '' }, 'semente.test').source).toBe(name);
});

test('a campaign has one name, however it was typed, without special characters', () => {
  const campaign = (tag: string) => nameOrigin({ source: '', campaign: tag }, 'semente.test').campaign;
  expect(campaign(' Lançamento_2026 ')).toBe('lançamento_2026');
  expect(campaign('<script>alert(1)</script>')).toBe('script alert 1 script');
  expect(campaign('x'.repeat(100))).toHaveLength(60);
  expect(campaign('\u0000\u202e💥')).toBe('');
});
