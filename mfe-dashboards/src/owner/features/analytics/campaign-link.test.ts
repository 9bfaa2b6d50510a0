import { expect, test } from 'vitest';
import { campaignLink } from './campaign-link.ts';

const link = (page: string, campaign = '') => campaignLink('https://semente.test', page, 'Instagram', campaign);

test('names place and campaign, and keeps what the address says', () => {
  expect(link('https://semente.test/shop?q=fé#livros', ' Lançamento ')).toBe(
    'https://semente.test/shop?q=f%C3%A9&utm_source=instagram&utm_campaign=Lan%C3%A7amento#livros',
  );
  expect(link('/podcast')).toBe('https://semente.test/podcast?utm_source=instagram');
});

test('of a link that had another campaign nothing of it stays', () => {
  expect(link('/shop?utm_source=whatsapp&utm_campaign=natal')).toBe('https://semente.test/shop?utm_source=instagram');
});

test.each([
  'https://outro.test/',
  'javascript:alert(1)',
  '//outro.test/x',
  'https://ana:senha@semente.test/shop',
  '//ana@semente.test/shop',
])('refuses %s, which is no page of the site', (page) => {
  expect(link(page)).toBeNull();
});
