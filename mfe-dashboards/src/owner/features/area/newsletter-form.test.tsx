import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { unseenConsent } from '@site/shared/testing/unseen-consent.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NewsletterForm } from './newsletter-form.tsx';

it.each(['pt-BR', 'en'] as const)('the newsletter form shows the consent that it sends, in %s', async (locale) => {
  await renderInSite({ routes: [{ path: '/', element: <NewsletterForm /> }], at: '/', preferences: { locale } });
  expect(unseenConsent(await screen.findByRole('form'), locale)).toEqual([]);
});
