import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRoutes } from './create-routes.tsx';

vi.mock('../frame/frame.tsx', () => ({
  Frame: () => {
    throw new Error('the frame is broken');
  },
}));
vi.mock('../site-info.ts', async (original) => ({ ...(await original<object>()), readSiteInfo: async () => null }));

const reported = vi.fn();
beforeEach(() => {
  // React and the router log errors that a boundary caught, so the console is silenced.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('reportError', reported);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ['pt-BR', 'Esta página não pôde ser aberta', 'Tentar novamente', 'Voltar ao início'],
  ['en', 'This page could not be opened', 'Try again', 'Back to home'],
] as const)('a broken frame shows our own page without a stack, with a link home: %s', async (locale, title, retry, home) => {
  await renderInSite({ routes: createRoutes({ rendered: null, isLoaded: () => true }), at: '/not/here', preferences: { locale } });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
  expect(screen.getByRole('button', { name: retry })).toBeDefined();
  expect(screen.getByRole('link', { name: home }).getAttribute('href')).toBe('/');
  expect(document.body.textContent).not.toContain('the frame is broken');
  // An effect reports the error after rendering.
  await vi.waitFor(() => expect(reported).toHaveBeenCalledWith(expect.objectContaining({ message: 'the frame is broken' })));
});
