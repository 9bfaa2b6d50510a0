import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { unseenConsent } from '@site/shared/testing/unseen-consent.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../../routes.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';

const open = (preferences = {}) => renderInSite({ routes, at: '/user-dashboard?tab=newsletter', preferences });
const toggle = () => screen.findByRole('switch', { name: 'Receber a newsletter em leitora@leitores.test' });

afterEach(() => vi.unstubAllGlobals());

describe('the newsletter tab', () => {
  it('the newsletter tab subscribes and unsubscribes, each time sending the displayed consent', async () => {
    const user = userEvent.setup();
    signIn();
    const changes: unknown[] = [];
    playApi({
      'GET /api/me/newsletter': () => ({ subscribed: false }),
      'PUT /api/me/newsletter': ({ body }) => {
        changes.push(body);
        return { subscribed: (body as { subscribed: boolean }).subscribed };
      },
    });
    await open();
    expect((await toggle()).getAttribute('aria-checked')).toBe('false');
    expect(unseenConsent(document.body)).toEqual([]);
    expect(screen.getByRole('link', { name: 'Política de Privacidade' }).getAttribute('href')).toBe('/privacy');

    await user.click(await toggle());
    expect(await screen.findByText(/Você está na lista\./)).toBeDefined();
    await waitFor(async () => expect((await toggle()).hasAttribute('aria-busy')).toBe(false));
    await user.click(await toggle());
    expect(await screen.findByText('Você não está na lista.')).toBeDefined();
    await waitFor(() =>
      expect(changes).toEqual([
        { subscribed: true, locale: 'pt-BR', consentVersion: '2026-11-29' },
        { subscribed: false, locale: 'pt-BR', consentVersion: '2026-11-29' },
      ]),
    );
  });

  it('the newsletter tab shows the stored choice and the reason when a change could not be saved', async () => {
    const user = userEvent.setup();
    signIn();
    playApi({
      'GET /api/me/newsletter': () => ({ subscribed: true }),
      'PUT /api/me/newsletter': () => refused(429, 'too_many_requests'),
    });
    await open();
    await user.click(await toggle());
    expect(await screen.findByText('Sua escolha não foi salva.')).toBeDefined();
    expect((await toggle()).getAttribute('aria-checked')).toBe('true');
  });

  it('the newsletter tab shows a loading failure, and retries', async () => {
    const user = userEvent.setup();
    signIn();
    let isDown = true;
    playApi({ 'GET /api/me/newsletter': () => (isDown ? refused(500, 'unexpected') : { subscribed: true }) });
    await open({ locale: 'en' });
    expect(await screen.findByRole('heading', { name: 'Failed to load your subscription' })).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const english = await screen.findByRole('switch', { name: 'Get the newsletter at leitora@leitores.test' });
    expect(english.getAttribute('aria-checked')).toBe('true');
  });
});
