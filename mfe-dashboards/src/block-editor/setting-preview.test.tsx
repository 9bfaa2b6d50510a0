// @vitest-environment jsdom
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Body } from './body.ts';
import { SettingPreview } from './setting-preview.tsx';

const show = (block: string, body: Body) =>
  renderInSite({ routes: [{ path: '/', Component: () => <SettingPreview block={block} body={body} /> }], at: '/' });

test('networks with an address that the site takes are shown, and can be tried', async () => {
  await show('links', { youtube: ' https://www.youtube.com/@a ', spotify: 'javascript:alert(1)', instagram: null });
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['YouTube', 'https://www.youtube.com/@a'],
  ]);
});

test('categories are the buttons that the podcast page will have, half typed ones left out', async () => {
  await show('podcast_categories', { names: ['Ruth', ' ', 'Fé', 'Ruth'] });
  expect(screen.getAllByRole('listitem').map((chip) => chip.textContent)).toEqual(['Todos', 'Ruth', 'Fé']);
});

test('a text with a page of its own is shown there', async () => {
  await show('faq', { items: [] });
  expect(screen.queryByText('Como aparece no site')).toBeNull();
});
