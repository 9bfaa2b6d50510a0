import { ApiError } from '@site/shared/site/site.ts';
import { aBrand } from '@site/shared/testing/builders.ts';
import { type FakeAnswers, renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import * as confirmPage from './confirm-page.tsx';
import * as unsubscribePage from './unsubscribe-page.tsx';

vi.mock('../../site.tsx', () => ({ useSettings: () => ({ brand: aBrand() }) }));

const token = 'c29tZS1zdWJzY3JpYmVy.a-signature';
const email = 'm•••@example.com';

const show = (page: '/newsletter/confirm' | '/newsletter/unsubscribe', answers: FakeAnswers = {}, query = `?token=${token}`) =>
  renderInSite({
    routes: [
      { path: '/newsletter/confirm', ...confirmPage },
      { path: '/newsletter/unsubscribe', ...unsubscribePage },
    ],
    at: `${page}${query}`,
    answers,
  });
const failing = (code: ConstructorParameters<typeof ApiError>[0], status: number) => () => {
  throw new ApiError(code, status);
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the link that confirms a subscription', () => {
  it('a confirmation link does nothing until the button is pressed', async () => {
    const user = userEvent.setup();
    const { calls } = await show('/newsletter/confirm', { 'POST /api/newsletter/confirm': () => ({ outcome: 'done', email }) });
    await heading('Confirme sua inscrição');
    expect(calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Confirmar inscrição' }));
    const title = await heading('Inscrição confirmada!');
    expect(calls).toEqual([{ endpoint: 'POST /api/newsletter/confirm', input: { body: { token } } }]);
    await waitFor(() => expect(document.activeElement?.contains(title)).toBe(true));
    expect(screen.getByText(/m•••@example\.com/)).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('a confirmation link that was used before tells the visitor so', async () => {
    const user = userEvent.setup();
    await show('/newsletter/confirm', { 'POST /api/newsletter/confirm': () => ({ outcome: 'already', email }) });
    await user.click(await screen.findByRole('button', { name: 'Confirmar inscrição' }));
    await heading('Você já está na lista');
  });

  it.each([
    ['expired', failing('link_expired', 410), 'Este link expirou'],
    ['forged', failing('link_invalid', 400), 'Este link não funciona'],
    ['no token at all', failing('invalid_input', 422), 'Este link não funciona'],
  ])('a confirmation link that is %s offers to send a new link', async (_, answer, title) => {
    const user = userEvent.setup();
    await show('/newsletter/confirm', { 'POST /api/newsletter/confirm': answer });
    await user.click(await screen.findByRole('button', { name: 'Confirmar inscrição' }));
    await heading(title);
    expect(screen.getByPlaceholderText('Seu email')).toBeDefined();
  });

  it('a confirmation link whose end is missing offers to send a new link', async () => {
    await show('/newsletter/confirm', {}, '');
    await heading('Este link não funciona');
    expect(screen.getByRole('button', { name: 'Inscreva-se' })).toBeDefined();
  });

  it('a confirmation link can be tried again after an outage', async () => {
    const user = userEvent.setup();
    let isDown = true;
    await show('/newsletter/confirm', {
      'POST /api/newsletter/confirm': () => {
        if (isDown) throw new ApiError('service_unavailable', 503);
        return { outcome: 'done', email };
      },
    });
    const button = await screen.findByRole('button', { name: 'Confirmar inscrição' });
    await user.click(button);
    expect(await screen.findByText(/O serviço não respondeu/)).toBeDefined();
    isDown = false;
    await user.click(button);
    await heading('Inscrição confirmada!');
  });
});

describe('the link that ends a subscription', () => {
  it('an unsubscribe link needs a press, and shows whose subscription it ended', async () => {
    const user = userEvent.setup();
    const { calls } = await show('/newsletter/unsubscribe', { 'POST /api/newsletter/unsubscribe': () => ({ outcome: 'done', email }) });
    await heading('Cancelar inscrição');
    expect(calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cancelar inscrição' }));
    await heading('Inscrição cancelada');
    expect(screen.getByText(/m•••@example\.com não receberá mais/)).toBeDefined();
  });

  it('an unsubscribe link that does not work links to the contact page', async () => {
    await show('/newsletter/unsubscribe', {}, '');
    await heading('Este link não funciona');
    expect(screen.getByRole('link', { name: 'Falar conosco' }).getAttribute('href')).toBe('/contact');
    expect(screen.queryByPlaceholderText('Seu email')).toBeNull();
  });
});

it('search engines index neither page of a newsletter link', () => {
  const preferences = { locale: 'en', currency: 'BRL', timeZone: 'America/Sao_Paulo' } as const;
  for (const { handle } of [confirmPage, unsubscribePage]) {
    const input = {
      data: undefined as never,
      params: {},
      preferences,
      brand: aBrand({ site: 'S', author: 'A' }),
      siteUrl: 'https://site.test',
    };
    expect(handle.meta(input)).toMatchObject({ isPrivate: true });
  }
});

it('the unsubscribe link of a test issue says that it is a test, and has no button', async () => {
  await show('/newsletter/unsubscribe', {}, '?token=test');
  await heading('Esta carta era um teste');
  expect(screen.queryByRole('button')).toBeNull();
});
