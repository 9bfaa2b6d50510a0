import type { SiteInfo } from '@site/shared/contracts/content.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { aBrand } from '@site/shared/testing/builders.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { unseenConsent } from '@site/shared/testing/unseen-consent.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { SiteFooter } from './site-footer.tsx';

vi.mock('../site.tsx', () => ({ useSettings: () => ({ brand: aBrand() }) }));
const site = vi.hoisted(() => ({ info: null as SiteInfo | null }));
vi.mock('../site-info.ts', () => ({ useSiteInfo: () => site.info }));

beforeEach(() => {
  site.info = null;
});

const selling = (seller: SiteInfo['seller']): SiteInfo => ({
  links: { places: [], instagram: null },
  contactEmail: 'ola@site.test',
  seller,
  currencies: { sold: ['BRL'], default: 'BRL' },
  timeZone: 'America/Sao_Paulo',
  hasPosts: false,
});

const show = (at: string) => renderInSite({ routes: [{ path: '*', element: <SiteFooter /> }], at });

it.each([
  [paths.episode.href('um-episodio'), 'episode'],
  [paths.success.href(), 'checkout'],
  [paths.podcast.href(), 'footer'],
])('the page %s has one newsletter form, with its consent text and its source %s', async (at, source) => {
  await show(at);
  const form = (await screen.findByPlaceholderText('Seu email')).closest('form');
  expect(form?.querySelector<HTMLInputElement>('input[name="source"]')?.value).toBe(source);
  expect(form && unseenConsent(form)).toEqual([]);
});

it('the footer shows no newsletter form on the newsletter page', async () => {
  await show(paths.newsletter.href());
  await screen.findByRole('contentinfo');
  expect(screen.queryByPlaceholderText('Seu email')).toBeNull();
});

it.each([
  [
    { legalName: 'Autora Edições Ltda.', taxId: '12.345.678/0001-90', address: 'Rua A, 1' },
    'Autora Edições Ltda. · 12.345.678/0001-90 · Rua A, 1',
  ],
  [{ legalName: 'Autora Edições Ltda.', taxId: '', address: 'Rua A, 1' }, 'Autora Edições Ltda. · Rua A, 1'],
])('the footer ends with the details of the seller that the owner entered: %o', async (seller, line) => {
  site.info = selling(seller);
  await show(paths.home.href());
  expect((await screen.findByText(line)).closest('footer')).not.toBeNull();
});

it('the footer has no line for a seller who entered no details', async () => {
  site.info = selling({ legalName: '', taxId: '', address: '' });
  await show(paths.home.href());
  const end = (await screen.findByText(/^©/)).parentElement;
  expect(end?.querySelectorAll('p')).toHaveLength(1);
});
