import { expect, test } from 'vitest';
import { campaignLink } from './campaign-link.ts';

const link = (page: string, campaign = '') => campaignLink('https://semente.test', page, 'Instagram', campaign);

test('a campaign link names place and campaign, and keeps the URL’s own parameters', () => {
  expect(link('https://semente.test/shop?q=fé#livros', ' Lançamento ')).toBe(
    'https://semente.test/shop?q=f%C3%A9&utm_source=instagram&utm_campaign=Lan%C3%A7amento#livros',
  );
  expect(link('/podcast')).toBe('https://semente.test/podcast?utm_source=instagram');
});

test('a campaign link replaces every parameter of a previous campaign', () => {
  expect(link('/shop?utm_source=whatsapp&utm_campaign=natal')).toBe('https://semente.test/shop?utm_source=instagram');
});

test.each([
  'https://outro.test/',
  'javascript:alert(1)',
  '//outro.test/x',
  'https://ana:senha@semente.test/shop',
  '//ana@semente.test/shop',
])('a campaign link rejects %s, which is not a page of the site', (page) => {
  expect(link(page)).toBeNull();
});
