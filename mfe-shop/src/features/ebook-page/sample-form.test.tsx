import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { unseenConsent } from '@site/shared/testing/unseen-consent.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SampleForm } from './sample-form.tsx';

const sample = { path: '/samples/raizes.pdf', pages: 5, bytes: 90_000 };

it.each(['pt-BR', 'en'] as const)('shows beside its box what the newsletter is agreed to with, in %s', async (locale) => {
  await renderInSite({
    routes: [{ path: '/', element: <SampleForm id="raizes" sample={sample} /> }],
    at: '/',
    preferences: { locale },
  });
  const box = await screen.findByRole('checkbox');
  expect(unseenConsent(box.closest('label') ?? box, locale)).toEqual([]);
});
