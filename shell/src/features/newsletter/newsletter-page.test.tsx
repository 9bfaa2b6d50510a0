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
const show = (answer: NonNullable<FakeAnswers['GET /api/posts']>) =>
  renderInSite({ routes: [{ path: '/newsletter', ...newsletterPage }], at: '/newsletter', answers: { 'GET /api/posts': answer } });
const titles = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

it('shows the three newest texts before one signs up', async () => {
  await show(() => ({ posts: ['um', 'dois', 'tres', 'quatro'].map(aPost), nextCursor: null, tags: [] }));
  await screen.findByRole('heading', { name: 'O que chega por aqui' });
  expect(titles()).toEqual(['Texto um', 'Texto dois', 'Texto tres']);
  expect(screen.getByRole('link', { name: 'Todos os textos' }).getAttribute('href')).toBe('/textos');
});

it.each([
  ['there is none', () => ({ posts: [], nextCursor: null, tags: [] })],
  [
    'nobody answers',
    () => {
      throw new ApiError('service_unavailable', 503);
    },
  ],
])('asks for the address also where %s', async (_, answer) => {
  await show(answer);
  await screen.findByPlaceholderText('Seu email');
  expect(screen.queryByRole('heading', { name: 'O que chega por aqui' })).toBeNull();
});
