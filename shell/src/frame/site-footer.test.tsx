import { paths } from '@site/shared/paths/paths.ts';
import { aBrand } from '@site/shared/testing/builders.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { unseenConsent } from '@site/shared/testing/unseen-consent.ts';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SiteFooter } from './site-footer.tsx';

vi.mock('../site.tsx', () => ({ useSettings: () => ({ brand: aBrand() }) }));
vi.mock('../site-info.ts', () => ({ useSiteInfo: () => null }));

const show = (at: string) => renderInSite({ routes: [{ path: '*', element: <SiteFooter /> }], at });

it.each([
  [paths.episode.href('um-episodio'), 'episode'],
  [paths.success.href(), 'checkout'],
  [paths.podcast.href(), 'footer'],
])('%s has one form, with what is agreed to, which says where it stands: %s', async (at, source) => {
  await show(at);
  const form = (await screen.findByPlaceholderText('Seu email')).closest('form');
  expect(form?.querySelector<HTMLInputElement>('input[name="source"]')?.value).toBe(source);
  expect(form && unseenConsent(form)).toEqual([]);
});

it('leaves the form to the page of the newsletter', async () => {
  await show(paths.newsletter.href());
  await screen.findByRole('contentinfo');
  expect(screen.queryByPlaceholderText('Seu email')).toBeNull();
});
