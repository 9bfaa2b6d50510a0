import type { ListedEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { byCurrency } from '@site/shared/money/currencies.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { sessionStore } from '@site/shared/site/site.ts';
import { anEbook } from '@site/shared/testing/builders.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { routes } from '../../testing/admin-routes.ts';

const { price: _price, prices: _prices, launch: _launch, ...plain } = anEbook();
const book = (change: Partial<ListedEbook> = {}): ListedEbook => ({
  ...plain,
  state: 'published',
  prices: { ...byCurrency(() => null), BRL: toMoney(3_490, 'BRL').minor },
  hasFile: true,
  suggested: byCurrency(() => null),
  fileVersion: 1,
  revision: 1,
  sale: null,
  isOwned: false,
  sold: 12,
  ...change,
});
const list = (...ebooks: ListedEbook[]) => ({ ebooks, nextCursor: null, previousCursor: null });
const UPLOADED = '0b6a1f4e-8b1e-4d8b-9d43-6a3c3f0f5a11';

/** Storage takes every file at once. */
class Sent extends EventTarget {
  readonly upload = new EventTarget();
  readonly status = 200;
  open() {}
  setRequestHeader() {}
  abort() {}
  send() {
    queueMicrotask(() => {
      this.dispatchEvent(new Event('load'));
      this.dispatchEvent(new Event('loadend'));
    });
  }
}

const open = (locale: 'pt-BR' | 'en' = 'en', search = '') =>
  renderInSite({ routes, at: `/dashboard?tab=ebooks${search}`, preferences: { locale } });
async function openForm() {
  await open('en', '&add=book');
  return await screen.findByRole('form', { name: 'Add an eBook' });
}
const row = (title: string) => screen.findByRole('row', { name: new RegExp(title) });
const writePrices = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(screen.getByLabelText('In Brazilian reais (BRL)'), 'R$ 29,90');
  await user.type(screen.getByLabelText('In US dollars (USD)'), '7');
  await user.type(screen.getByLabelText('In New Zealand dollars (NZD)'), '12.50');
};
const pdf = () => new File(['%PDF-1.4'], 'Raízes.pdf', { type: 'application/pdf' });
const cover = () => new File(['x'], 'capa.png', { type: 'image/png' });

beforeEach(() => {
  polyfillDialog();
  vi.stubGlobal('XMLHttpRequest', Sent);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('the owner’s books', () => {
  it('are shown with state, prices, sales and waiting people, and lead to their page and to the shop', async () => {
    signIn();
    const launch = { at: toInstant('2099-01-01T12:00:00Z'), isSold: false, isOver: false, buyers: 0, pending: 0, waiting: 3 };
    playApi({
      'GET /api/admin/ebooks': () =>
        list(book({ launch }), book({ id: 'b', title: 'Rascunho', state: 'draft', prices: byCurrency(() => null), sold: 0 })),
    });
    await open('pt-BR');
    const first = await row('Raízes');
    expect(first.textContent?.replaceAll('\u00a0', ' ')).toMatch(/Em breve.*3 pessoas esperam o aviso.*R\$ 34,90.*12/);
    expect(within(first).getByRole('link', { name: 'Raízes' }).getAttribute('href')).toBe('/dashboard/ebooks/raizes');
    expect(within(first).getByRole('link', { name: 'Ver na loja: Raízes' }).getAttribute('href')).toBe('/shop/ebook/raizes');
    const second = within(await row('Rascunho'));
    expect(second.getByText('Sem preço')).toBeDefined();
    expect(second.queryByRole('link', { name: /^Ver na loja/ })).toBeNull();
  });

  it('that could not be loaded say so, and are asked for again', async () => {
    const user = userEvent.setup();
    signIn();
    let isDown = true;
    playApi({ 'GET /api/admin/ebooks': () => (isDown ? refused(500, 'unexpected') : list(book())) });
    await open();
    expect(await screen.findByRole('heading', { name: 'Failed to load ebooks. Please try again later.' })).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row('Raízes')).toBeDefined();
  });

  it('are deleted after a question, and are back when that fails', async () => {
    const user = userEvent.setup();
    signIn();
    const asked = playApi({
      'GET /api/admin/ebooks': () => list(book()),
      'DELETE /api/admin/ebooks/raizes': () => refused(503, 'service_unavailable'),
    });
    await open();
    const menu = within(await row('Raízes'));
    await user.click(menu.getByText('More'));
    await user.click(menu.getByRole('button', { name: 'Delete' }));
    const dialog = screen.getByRole('dialog', { name: 'Are you sure you want to delete this ebook?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete ebook')).toBeDefined();
    expect(await row('Raízes')).toBeDefined();
    await waitFor(() => expect(asked.filter((call) => call.startsWith('GET /api/admin/ebooks'))).toHaveLength(2));
  });
});

describe('a book that is uploaded', () => {
  const answers = {
    'GET /api/admin/ebooks': () => list(),
    'POST /api/admin/uploads': () => ({ id: UPLOADED, url: 'https://files.test/1', filename: 'raizes.pdf' }),
  };

  it('has a form of its own, which the button of the list leads to', async () => {
    const user = userEvent.setup();
    signIn();
    playApi({ ...answers, 'GET /api/admin/ebooks': () => list(book()) });
    const { router } = await open();
    await user.click(await screen.findByRole('link', { name: 'Add an eBook' }));
    expect(router.state.location.search).toBe('?tab=ebooks&add=book');
    expect(await screen.findByRole('form', { name: 'Add an eBook' })).toBeDefined();
    await user.click(screen.getByRole('link', { name: /All eBooks/ }));
    expect(await row('Raízes')).toBeDefined();
  });

  it('is begun by the one button of a shop without books', async () => {
    signIn();
    playApi(answers);
    await open();
    await screen.findByRole('heading', { name: 'No eBooks yet' });
    expect(screen.getAllByRole('link', { name: 'Add an eBook' })).toHaveLength(1);
    expect(screen.queryByRole('searchbox', { name: 'Search eBooks' })).toBeNull();
  });

  it('needs a PDF, a cover, a title and prices before anything is sent, and says all of it at once', async () => {
    const user = userEvent.setup();
    signIn();
    const asked = playApi(answers);
    await openForm();
    await user.upload(await screen.findByLabelText(/^PDF file/), pdf());
    await user.type(screen.getByLabelText('In US dollars (USD)'), '1.190');
    await user.click(screen.getByRole('button', { name: 'Upload eBook' }));
    expect(screen.getByText('Please select both a PDF and a cover image')).toBeDefined();
    expect(screen.getByText('Fill in this field.')).toBeDefined();
    expect(screen.getByText(/^This can be \$1,190.00 or \$1.19. Enter 1190.00 or 1.19./)).toBeDefined();
    await user.upload(screen.getByLabelText(/^Cover/), cover());
    await user.clear(screen.getByLabelText('In US dollars (USD)'));
    await user.type(screen.getByLabelText('Title'), 'Raízes');
    await user.click(screen.getByRole('button', { name: 'Upload eBook' }));
    expect(screen.getAllByText('To publish, enter the price in each of the shop’s currencies.')).toHaveLength(3);
    expect(asked.some((call) => call.startsWith('POST'))).toBe(false);
  });

  it('needs a signed-in admin', async () => {
    const user = userEvent.setup();
    signIn();
    playApi(answers);
    await openForm();
    await screen.findByLabelText(/^PDF file/);
    sessionStore.setState({ session: { status: 'signed-out' } });
    await user.click(screen.getByRole('button', { name: 'Upload eBook' }));
    expect(await screen.findByText('You must be logged in to upload ebooks')).toBeDefined();
  });

  it('is sent with what was written about it', async () => {
    const user = userEvent.setup();
    signIn();
    const bodies: unknown[] = [];
    const answered = Promise.withResolvers<void>();
    playApi({
      ...answers,
      'POST /api/admin/ebooks': async ({ body }) => {
        bodies.push(body);
        await answered.promise;
        return book();
      },
    });
    await openForm();
    await user.upload(await screen.findByLabelText(/^PDF file/), pdf());
    await user.upload(screen.getByLabelText(/^Cover/), cover());
    await user.type(screen.getByLabelText('Title'), 'Raízes');
    await writePrices(user);
    await user.click(screen.getByRole('button', { name: 'Upload eBook' }));
    await vi.waitFor(() => expect(bodies).toHaveLength(1));
    // What was typed now would be lost.
    expect(screen.getByLabelText('Title').matches(':disabled')).toBe(true);
    answered.resolve();
    expect(await screen.findByText('Ebook uploaded successfully')).toBeDefined();
    expect(bodies).toEqual([
      {
        title: 'Raízes',
        description: '',
        language: 'pt-BR',
        state: 'published',
        prices: { BRL: 'R$ 29,90', USD: '7', NZD: '12.50' },
        suggested: { BRL: '', USD: '', NZD: '' },
        pdf: UPLOADED,
        cover: UPLOADED,
      },
    ]);
    await screen.findByRole('heading', { name: 'No eBooks yet' });
    await user.click(screen.getByRole('link', { name: 'Add an eBook' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('');
  });

  it('is asked for its prices in what the shop sells in, also when that has just changed', async () => {
    signIn();
    const isSold = (currency: string) => ({ currency, isSold: currency !== 'USD', withoutPrice: { count: 0, titles: [] } });
    playApi({
      ...answers,
      'GET /api/admin/settings': () => ({
        site: 'Site',
        variables: [],
        currencies: ['BRL', 'USD', 'NZD'].map(isSold),
        admins: [],
      }),
    });
    await openForm();
    expect(await screen.findByLabelText('In Brazilian reais (BRL)')).toBeDefined();
    await waitFor(() => expect(screen.queryByLabelText('In US dollars (USD)')).toBeNull());
    expect(screen.getByLabelText('In New Zealand dollars (NZD)')).toBeDefined();
  });

  it('keeps what was typed when another page is opened meanwhile, until it is discarded', async () => {
    const user = userEvent.setup();
    signIn();
    playApi(answers);
    await openForm();
    await user.type(await screen.findByLabelText('Title'), 'Raízes');
    cleanup();
    await openForm();
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Raízes');
    await user.click(screen.getByRole('button', { name: 'Discard draft' }));
    await user.click(within(screen.getByRole('dialog', { name: 'Discard the draft?' })).getByRole('button', { name: 'Discard draft' }));
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('');
    cleanup();
    await openForm();
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('');
  });

  it('whose name is taken is told so, and what was typed stays', async () => {
    const user = userEvent.setup();
    signIn();
    const taken = Response.json(
      {
        error: {
          ...{ code: 'invalid_input', message: 'x', requestId: 'r', fields: { pdf: 'name_taken' } },
          ebook: { id: 'raizes', title: 'Raízes que Sustentam' },
        },
      },
      { status: 400 },
    );
    playApi({ ...answers, 'POST /api/admin/uploads': () => taken });
    await openForm();
    await user.upload(await screen.findByLabelText(/^PDF file/), pdf());
    await user.upload(screen.getByLabelText(/^Cover/), cover());
    await user.type(screen.getByLabelText('Title'), 'Raízes');
    await writePrices(user);
    await user.click(screen.getByRole('button', { name: 'Upload eBook' }));
    expect((await screen.findAllByText(/^A file with this name already exists/)).length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: 'Raízes que Sustentam' }).getAttribute('href')).toBe('/dashboard/ebooks/raizes');
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Raízes');
    expect(screen.getByText(/Raízes\.pdf/)).toBeDefined();
  });

  it('of a PDF above the limit is refused when it is chosen, with the limit and a way below it', async () => {
    const user = userEvent.setup();
    signIn();
    playApi(answers);
    await openForm();
    const large = new File(['%PDF'], 'grande.pdf', { type: 'application/pdf' });
    Object.defineProperty(large, 'size', { value: 40 * 1024 ** 2 });
    await user.upload(await screen.findByLabelText(/^PDF file/), large);
    expect(screen.getByText(/the limit is 32 MB for the PDF.*export the PDF with smaller pictures/)).toBeDefined();
    await user.upload(screen.getByLabelText(/^PDF file/), pdf());
    expect(screen.queryByText(/the limit is 32 MB for the PDF/)).toBeNull();
  });

  it('that fails says so', async () => {
    const user = userEvent.setup();
    signIn();
    playApi({ ...answers, 'POST /api/admin/ebooks': () => refused(503, 'service_unavailable') });
    await openForm();
    await user.upload(await screen.findByLabelText(/^PDF file/), pdf());
    await user.upload(screen.getByLabelText(/^Cover/), cover());
    await user.type(screen.getByLabelText('Title'), 'Raízes');
    await writePrices(user);
    await user.click(screen.getByRole('button', { name: 'Upload eBook' }));
    expect(await screen.findByText(/^Failed to upload ebook/)).toBeDefined();
  });
});
