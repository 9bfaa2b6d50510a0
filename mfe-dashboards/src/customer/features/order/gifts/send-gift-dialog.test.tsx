import type { Gift } from '@site/shared/contracts/gifts.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { anOrderDetail } from '@site/shared/testing/builders.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes } from '../../../../routes.tsx';
import { playApi, signIn } from '../../../../testing/signed-in.ts';

const [book] = anOrderDetail().items;
if (!book) throw new Error('an order has items');
const order = anOrderDetail({ items: [{ ...book, gifts: 1, access: 'gift' }] });

const aGift = (changes: Partial<Gift> = {}): Gift => ({
  id: 'gift-1',
  ebookId: 'raizes',
  title: 'Raízes',
  kind: 'one',
  state: 'unsent',
  toEmail: null,
  sendAt: null,
  seats: 1,
  claimed: 0,
  url: 'https://site.test/gift/gift-1#key',
  toName: '',
  message: '',
  emailsLeft: 4,
  canKeep: false,
  isSpare: false,
  giver: '',
  asksForGiver: false,
  readers: [],
  ...changes,
});

/** Opens the page of an order with this gift. Returns the bodies that the page sends. */
async function open(gift: Gift) {
  signIn();
  const { sent } = playApi({
    'GET /api/me/orders/order-1': () => order,
    'GET /api/me/orders/order-1/gifts': () => ({ gifts: [gift] }),
    'PUT /api/me/orders/order-1/gifts/gift-1': () => ({ gifts: [gift] }),
  });
  await renderInSite({ routes, at: '/user-dashboard/orders/order-1', preferences: { timeZone: 'Pacific/Auckland' } });
  await userEvent.click(await screen.findByRole('button', { name: /^Enviar (por e-mail|de novo): Raízes$/ }));
  const dialog = within(await screen.findByRole('dialog'));
  const press = async () => {
    await userEvent.click(dialog.getByRole('button', { name: 'Enviar o presente' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    return sent[0];
  };
  return { dialog, press };
}

beforeAll(polyfillDialog);
afterEach(() => vi.unstubAllGlobals());

describe('the email of a gift', () => {
  it('the form for a gift’s email keeps the typed values when its dialog is closed, until the email is sent', async () => {
    const { dialog, press } = await open(aGift());
    const message = () => dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^Mensagem/ });
    await userEvent.type(dialog.getByRole('textbox', { name: /^E-mail/ }), 'ana@example.test');
    await userEvent.type(message(), 'Com carinho');
    screen.getByRole<HTMLDialogElement>('dialog').close();
    await userEvent.click(screen.getByRole('button', { name: /^Enviar (por e-mail|de novo): Raízes$/ }));
    expect(message().value).toBe('Com carinho');
    expect(await press()).toMatchObject({ email: 'ana@example.test', message: 'Com carinho' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: /^Enviar (por e-mail|de novo): Raízes$/ }));
    expect(message().value).toBe('');
  });

  it('the email of a gift keeps its scheduled day, in the site’s time zone, when another field is corrected', async () => {
    const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
    // At this time it is 8 a.m. in Auckland, and still the previous evening in UTC.
    const sendAt = toInstant(`${day(10)}T19:00:00Z`);
    const { dialog, press } = await open(aGift({ state: 'scheduled', sendAt, toEmail: 'ana@example.test', message: 'Feliz natal' }));
    const message = dialog.getByRole('textbox', { name: /^Mensagem/ });
    await userEvent.clear(message);
    await userEvent.type(message, 'Feliz Natal!');
    expect(await press()).toMatchObject({ email: 'ana@example.test', message: 'Feliz Natal!', day: day(11) });
  });

  it('the email of a gift is sent at once when it is sent again', async () => {
    const sendAt = toInstant(new Date(Date.now() - 86_400_000));
    const { press } = await open(aGift({ state: 'sent', sendAt, toEmail: 'ana@example.test' }));
    expect(await press()).toMatchObject({ day: null });
  });

  it('the form for a gift’s email asks for the giver’s name if the order has none, and rejects an email address as a name', async () => {
    const { dialog, press } = await open(aGift({ asksForGiver: true, toEmail: 'ana@example.test' }));
    const giver = dialog.getByRole('textbox', { name: /^Seu nome/ });
    await userEvent.type(giver, 'www.exemplo.test');
    await userEvent.click(dialog.getByRole('button', { name: 'Enviar o presente' }));
    expect(giver.getAttribute('aria-invalid')).toBe('true');
    await userEvent.clear(giver);
    await userEvent.type(giver, 'Tia Zilda');
    expect(await press()).toMatchObject({ giver: 'Tia Zilda' });
  });

  it('the form for a gift’s email says at the field that a message may not contain a link, and sends nothing', async () => {
    const { dialog, press } = await open(aGift({ toEmail: 'ana@example.test' }));
    const message = dialog.getByRole('textbox', { name: /^Mensagem/ });
    await userEvent.type(message, 'Resgate em premio-semente.com/pix');
    await userEvent.click(dialog.getByRole('button', { name: 'Enviar o presente' }));
    expect(message.getAttribute('aria-invalid')).toBe('true');
    expect(dialog.getByText(/^Sem links, e-mails ou telefones/)).toBeDefined();
    await userEvent.clear(message);
    await userEvent.type(message, 'Com carinho');
    expect(await press()).toMatchObject({ message: 'Com carinho' });
  });

  it('the form for a gift’s email does not ask for a giver’s name that is known', async () => {
    const { dialog, press } = await open(aGift({ toEmail: 'ana@example.test' }));
    expect(dialog.queryByRole('textbox', { name: /^Seu nome/ })).toBeNull();
    expect(await press()).not.toHaveProperty('giver');
  });
});

it('a gift explains why a copy that was bought for reading became a gift', async () => {
  await open(aGift({ isSpare: true }));
  expect(screen.getByText(/Você já tem este livro/)).toBeDefined();
});

describe('a gift whose email went to another address', () => {
  it('sending a gift to a corrected address revokes the link that was sent before, unless the giver keeps that link', async () => {
    const { dialog, press } = await open(aGift({ state: 'sent', toEmail: 'ana@gmial.test' }));
    expect(dialog.queryByRole('checkbox')).toBeNull();
    const email = dialog.getByRole('textbox', { name: /^E-mail/ });
    await userEvent.clear(email);
    await userEvent.type(email, 'ana@gmail.test');
    const ends = dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Encerrar o link enviado para ana@gmial\.test/ });
    expect(ends.checked).toBe(true);
    expect(await press()).toMatchObject({ email: 'ana@gmail.test', endsLink: true });
  });

  it('sending a group’s gift to one more address keeps the link that was sent before', async () => {
    const { dialog, press } = await open(aGift({ state: 'sent', kind: 'group', seats: 3, toEmail: 'ana@example.test' }));
    const email = dialog.getByRole('textbox', { name: /^E-mail/ });
    await userEvent.clear(email);
    await userEvent.type(email, 'bia@example.test');
    expect(await press()).toMatchObject({ endsLink: false });
  });

  it('sending a gift to the same address again keeps its link', async () => {
    const { press } = await open(aGift({ state: 'sent', toEmail: 'ana@example.test' }));
    expect(await press()).not.toHaveProperty('endsLink');
  });
});
