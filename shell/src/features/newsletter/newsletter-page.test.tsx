import type { ListedPost } from '@site/shared/contracts/posts.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { ApiError } from '@site/shared/site/site.ts';
import { aBrand } from '@site/shared/testing/builders.ts';
import { type FakeAnswers, renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as newsletterPage from './newsletter-page.tsx';

vi.mock('../../site.tsx', () => ({ useSettings: () => ({ brand: aBrand() }) }));

const aPost = (slug: string): ListedPost => ({
  ...{ slug, kind: 'text', title: `Texto ${slug}`, summary: 'Uma estrada.', locale: 'pt-BR', tags: [], minutes: 2 },
  publishedAt: toInstant('2026-03-01T12:00:00Z'),
});
const show = (answer: NonNullable<FakeAnswers['GET /api/posts']>, at = '/newsletter') =>
  renderInSite({ routes: [{ path: '/newsletter', ...newsletterPage }], at, answers: { 'GET /api/posts': answer } });
const titles = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

it('the newsletter page lists the sent issues, and links to all of them', async () => {
  const { calls } = await show(() => ({ posts: ['um', 'dois', 'tres', 'quatro'].map(aPost), nextCursor: 'mais', tags: [] }));
  await screen.findByRole('heading', { name: 'Cartas já enviadas' });
  expect(calls).toEqual([{ endpoint: 'GET /api/posts', input: { query: { locale: 'pt-BR', mailed: '1' }, signal: expect.anything() } }]);
  expect(titles()).toEqual(['Texto um', 'Texto dois', 'Texto tres', 'Texto quatro']);
  expect(screen.getByRole('link', { name: 'Cartas mais antigas' }).getAttribute('href')).toBe('/newsletter?after=mais');
  expect(screen.getByRole('link', { name: 'Todos os textos' }).getAttribute('href')).toBe('/textos');
});

it('the newsletter page links from older issues back to the newest', async () => {
  const { calls } = await show(() => ({ posts: [aPost('cinco')], nextCursor: null, tags: [] }), '/newsletter?after=mais');
  expect((await screen.findByRole('link', { name: 'Voltar às cartas mais recentes' })).getAttribute('href')).toBe('/newsletter');
  expect(calls).toMatchObject([{ input: { query: { after: 'mais' } } }]);
  expect(screen.queryByRole('link', { name: 'Cartas mais antigas' })).toBeNull();
});

it('a sign-up on the newsletter page has that page as its source, with and without scripts', async () => {
  await show(() => ({ posts: [], nextCursor: null, tags: [] }));
  await screen.findByPlaceholderText('Seu email');
  expect(document.querySelector<HTMLInputElement>('input[name="source"]')?.value).toBe('newsletter');
});

it.each([
  ['there are no issues', () => ({ posts: [], nextCursor: null, tags: [] })],
  [
    'the API does not answer',
    () => {
      throw new ApiError('service_unavailable', 503);
    },
  ],
])('the newsletter page has a field for the email address even without a list of issues: %s', async (_, answer) => {
  await show(answer);
  await screen.findByPlaceholderText('Seu email');
  expect(screen.queryByRole('heading', { name: 'Cartas já enviadas' })).toBeNull();
});
