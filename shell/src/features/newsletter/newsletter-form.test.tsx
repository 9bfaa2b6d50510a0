import { aBrand } from '@site/shared/testing/builders.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { unseenConsent } from '@site/shared/testing/unseen-consent.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NewsletterForm } from './newsletter-form.tsx';

vi.mock('../../site.tsx', () => ({ useSettings: () => ({ brand: aBrand() }) }));

type Sent = { url: string; body: Record<string, unknown> };

const answer = vi.fn<(sent: Sent) => Response | Promise<Response>>();
const accepted = () => Response.json({ status: 'check_your_email' });
const refused = (status: number, error: object, headers = {}) =>
  Response.json({ error: { message: '', requestId: 'r', ...error } }, { status, headers });

beforeEach(() => {
  const realNow = performance.now.bind(performance);
  // Bot checks need a form that was open long enough.
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + 60_000);
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => await answer({ url, body: JSON.parse(init.body) }));
});
afterEach(() => {
  answer.mockReset();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const show = (locale: 'pt-BR' | 'en' = 'pt-BR') =>
  renderInSite({ routes: [{ path: '/', element: <NewsletterForm source="footer" /> }], at: '/', preferences: { locale } });
const field = () => screen.getByPlaceholderText<HTMLInputElement>('Seu email');

describe('the newsletter form', () => {
  it('the newsletter form sends the address with the consent that it shows, and asks the visitor to confirm', async () => {
    const user = userEvent.setup();
    let release = (_: Response) => {};
    answer.mockReturnValue(
      new Promise((resolve) => {
        release = resolve;
      }),
    );
    await show();
    expect(unseenConsent(document.body)).toEqual([]);
    await user.click(field());
    await user.paste('leitora@exemplo.test');
    await user.click(screen.getByRole('button', { name: 'Inscreva-se' }));
    const button = await screen.findByRole('button', { name: 'Inscrevendo...', busy: true });
    await user.click(button);
    await vi.waitFor(() => expect(answer).toHaveBeenCalled());
    release(accepted());
    const thanks = await screen.findByText('Obrigada por se inscrever! Verifique seu email para confirmar.');
    expect(thanks.closest('[role=status]')).not.toBeNull();
    expect(field().value).toBe('');
    expect(answer).toHaveBeenCalledTimes(1);
    expect(answer.mock.calls[0]?.[0]).toMatchObject({
      url: '/api/newsletter',
      body: {
        email: 'leitora@exemplo.test',
        locale: 'pt-BR',
        source: 'footer',
        consentVersion: expect.any(String),
        website: '',
        openForMs: expect.any(Number),
      },
    });
  });

  it.each([
    ['an address that the server rejects', () => refused(422, { code: 'invalid_input', fields: { email: 'invalid' } }), /não parece certo/],
    ['too many attempts', () => refused(429, { code: 'too_many_requests' }, { 'retry-after': '600' }), /em 10 minutos/],
    ['an outage', () => Promise.reject(new TypeError('offline')), /O serviço não respondeu/],
  ])('the newsletter form keeps the address and tells the visitor what to do after %s', async (_, failure, sentence) => {
    const user = userEvent.setup();
    answer.mockImplementation(failure);
    await show();
    await user.click(field());
    await user.paste('leitora@exemplo.test');
    await user.keyboard('{Enter}');
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(field().value).toBe('leitora@exemplo.test');
    answer.mockImplementation(accepted);
    await user.click(screen.getByRole('button', { name: 'Inscreva-se' }));
    expect(await screen.findByText(/Obrigada por se inscrever/)).toBeDefined();
  });

  it('the newsletter form names its field for screen readers and links to the privacy policy', async () => {
    await show('en');
    expect(screen.getByRole('textbox', { name: 'Email for the newsletter' })).toHaveProperty('required', true);
    expect(screen.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/privacy');
    expect(screen.getByText(/By subscribing, you agree/).parentElement?.textContent).toBe(
      'By subscribing, you agree to our Privacy Policy and agree to receive updates from our company. Some emails go only to people who own a book, or only to people who don’t, including religious books.',
    );
  });
});
