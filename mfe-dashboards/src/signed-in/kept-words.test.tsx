import { keepWords } from '@site/shared/device/kept-words.ts';
import { sessionStore } from '@site/shared/site/site.ts';
import { anOrderDetail } from '@site/shared/testing/builders.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { routes } from '../routes.tsx';
import { playApi, signIn } from '../testing/signed-in.ts';

const REASON = 'Comprei o livro errado, e este foi o único motivo.';

beforeAll(polyfillDialog);
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

async function openRefund(uid = 'uid-1') {
  const user = userEvent.setup();
  signIn();
  if (uid !== 'uid-1') {
    const { session } = sessionStore.getState();
    if (session.status === 'signed-in') sessionStore.setState({ session: { ...session, uid } });
  }
  playApi({ 'GET /api/me/orders/order-1': () => anOrderDetail({ canRequestRefund: true }) });
  await renderInSite({ routes, at: '/user-dashboard/orders/order-1' });
  const [ask] = await screen.findAllByRole('button', { name: 'Pedir reembolso' });
  return { user, ask: async () => void (ask && (await user.click(ask))) };
}
const reason = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /motivo/i, hidden: true });
const end = async (hasEnded: boolean) => {
  await act(async () => sessionStore.setState({ session: { status: 'signed-out', hasEnded } }));
  cleanup();
};

it('typed words are restored after an expired session, once the same person has signed in', async () => {
  const before = await openRefund();
  await before.ask();
  await before.user.type(reason(), REASON);
  await end(true);

  const after = await openRefund();
  expect(await screen.findByText(/^Guardamos o que você tinha digitado/)).toBeDefined();
  expect(reason().value, 'the dialog is closed').toBe('');
  await after.ask();
  await waitFor(() => expect(reason().value).toBe(REASON));
  expect(Object.keys(localStorage).filter((key) => key.startsWith('kept-words'))).toEqual([]);
});

it('typed words are not shown to another person', async () => {
  const before = await openRefund();
  await before.ask();
  await before.user.type(reason(), REASON);
  await end(true);

  const other = await openRefund('uid-2');
  await other.ask();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(reason().value).toBe('');
  expect(Object.keys(localStorage)).toContain('kept-words uid-1');
});

it('typed words are deleted when the person signs out', async () => {
  const before = await openRefund();
  await before.ask();
  await before.user.type(reason(), REASON);
  await end(false);
  expect(localStorage).toHaveLength(0);
});

it('only words typed within the last seven days are restored', async () => {
  const before = await openRefund();
  await before.ask();
  await before.user.type(reason(), REASON);
  await end(true);
  vi.setSystemTime(Date.now() + 8 * 24 * 60 * 60 * 1000);
  const after = await openRefund();
  await after.ask();
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(reason().value).toBe('');
});

it.each([
  ['was saved', true, []],
  ['was submitted when the session ended', false, ['kept-words uid-1']],
])('typed words are kept until their form is saved: a form that %s', (_, isSaved, kept) => {
  signIn();
  document.body.innerHTML =
    '<form data-keep="note"><input name="amount" data-unkept><textarea name="note"></textarea></form><form data-keep="other"></form>';
  const words = keepWords('uid-1', vi.fn());
  for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) {
    field.value = '10,00';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true }));
  if (isSaved) words.saved();
  act(() => sessionStore.setState({ session: { status: 'signed-out', hasEnded: true } }));
  words.end();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('kept-words'))).toEqual(kept);
  expect(localStorage.getItem('kept-words uid-1') ?? '').not.toContain('amount');
  document.body.replaceChildren();
});
