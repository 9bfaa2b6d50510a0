import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { permissionsOf } from '@site/shared/contracts/team.ts';
import { byCurrency } from '@site/shared/money/currencies.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { sessionStore } from '@site/shared/site/site.ts';
import { anEbook } from '@site/shared/testing/builders.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { routes } from '../../testing/admin-routes.ts';

const { price: _price, currentPrices: _currentPrices, launch: _launch, ...plain } = anEbook();
const book: AdminEbook = {
  ...plain,
  state: 'published',
  listPrices: { ...byCurrency(() => null), BRL: toMoney(3_490, 'BRL').minor },
  hasFile: true,
  suggested: byCurrency(() => null),
  fileVersion: 1,
  revision: 1,
  sale: null,
  isOwned: false,
};
const UPLOADED = '0b6a1f4e-8b1e-4d8b-9d43-6a3c3f0f5a11';

/** A mock storage that accepts every file at once. */
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

const open = () => renderInSite({ routes, at: '/dashboard?tab=ebooks&add=book', preferences: { locale: 'en' } });
const pdf = () => new File(['%PDF-1.4'], 'Raízes.pdf', { type: 'application/pdf' });
const cover = () => new File(['x'], 'capa.png', { type: 'image/png' });
/** Fills in all required fields of a new book, and presses the button that publishes it. */
async function publishWhole(user: ReturnType<typeof userEvent.setup>) {
  await user.upload(await screen.findByLabelText(/^PDF file/), pdf());
  await user.upload(screen.getByLabelText(/^Cover/), cover());
  await user.type(screen.getByLabelText('Title'), 'Raízes');
  await user.type(screen.getByLabelText('In Brazilian reais (BRL)'), 'R$ 29,90');
  await user.type(screen.getByLabelText('In US dollars (USD)'), '7');
  await user.type(screen.getByLabelText('In New Zealand dollars (NZD)'), '12.50');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
}

beforeEach(() => {
  polyfillDialog();
  vi.stubGlobal('XMLHttpRequest', Sent);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const answers = {
  'GET /api/admin/ebooks': () => ({ ebooks: [], nextCursor: null, previousCursor: null }),
  'GET /api/admin/ebooks/raizes': () => book,
  'GET /api/admin/ebooks/raizes/sales': () => ({ sales: [] }),
  'POST /api/admin/uploads': () => ({ id: UPLOADED, url: 'https://files.test/1', filename: 'raizes.pdf' }),
};

it('a new book needs a PDF, a cover, a title and prices to be published, and all problems are shown at once', async () => {
  const user = userEvent.setup();
  signIn();
  const asked = playApi(answers);
  await open();
  await user.upload(await screen.findByLabelText(/^PDF file/), pdf());
  await user.type(screen.getByLabelText('In US dollars (USD)'), '1.190');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(screen.getByText('Please select both a PDF and a cover image')).toBeDefined();
  expect(screen.getByText('Fill in this field.')).toBeDefined();
  expect(screen.getByText(/^This could mean \$1,190.00 or \$1.19. Enter 1190.00 or 1.19./)).toBeDefined();
  await user.upload(screen.getByLabelText(/^Cover/), cover());
  await user.clear(screen.getByLabelText('In US dollars (USD)'));
  await user.type(screen.getByLabelText('Title'), 'Raízes');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(screen.getAllByText('To publish, enter the price in each of the shop’s currencies.')).toHaveLength(3);
  expect(asked.some((call) => call.startsWith('POST'))).toBe(false);
});

it('the form of a new book needs a signed-in admin', async () => {
  const user = userEvent.setup();
  signIn();
  playApi(answers);
  await open();
  await screen.findByLabelText(/^PDF file/);
  sessionStore.setState({ session: { status: 'signed-out' } });
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText('You must be logged in to upload ebooks')).toBeDefined();
});

it('a new book is sent with its text, and its own page opens', async () => {
  const user = userEvent.setup();
  signIn();
  const bodies: unknown[] = [];
  const answered = Promise.withResolvers<void>();
  playApi({
    ...answers,
    'POST /api/admin/ebooks': async ({ body }) => {
      bodies.push(body);
      await answered.promise;
      return book;
    },
  });
  await open();
  await publishWhole(user);
  await vi.waitFor(() => expect(bodies).toHaveLength(1));
  // The page ignores input while the book is being sent, because that input would be lost.
  expect(screen.getByLabelText('Title').matches(':disabled')).toBe(true);
  answered.resolve();
  expect(await screen.findByText('Ebook uploaded successfully')).toBeDefined();
  expect(bodies).toEqual([
    {
      title: 'Raízes',
      description: '',
      language: 'pt-BR',
      state: 'published',
      listPrices: { BRL: 'R$ 29,90', USD: '7', NZD: '12.50' },
      suggested: { BRL: '', USD: '', NZD: '' },
      pdf: UPLOADED,
      cover: UPLOADED,
    },
  ]);
  expect(await screen.findByRole('heading', { level: 1, name: book.title })).toBeDefined();
  cleanup();
  await open();
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('');
  await user.click(screen.getByRole('link', { name: /All eBooks/ }));
  await screen.findByRole('heading', { name: 'No eBooks yet' });
  expect(screen.queryByRole('link', { name: /^Continue the draft/ })).toBeNull();
});

it('an editor saves a new book as a draft without a PDF, and can neither set prices nor publish', async () => {
  const user = userEvent.setup();
  signIn({}, permissionsOf.editor);
  const bodies: unknown[] = [];
  playApi({
    ...answers,
    'POST /api/admin/ebooks': ({ body }) => {
      bodies.push(body);
      return { ...book, state: 'draft', hasFile: false };
    },
  });
  await open();
  await user.upload(await screen.findByLabelText(/^Cover/), cover());
  await user.type(screen.getByLabelText('Title'), 'Raízes');
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  expect(screen.queryByLabelText('In US dollars (USD)')).toBeNull();
  await user.type(screen.getByLabelText('Author'), 'Ana');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await vi.waitFor(() => expect(bodies).toMatchObject([{ title: 'Raízes', author: 'Ana', state: 'draft', listPrices: {}, pdf: null }]));
});

it('the form of a new book asks for prices in the shop’s currencies, even if these have just changed', async () => {
  signIn();
  const isSold = (currency: string) => ({ currency, isSold: currency !== 'USD', withoutPrice: { count: 0, titles: [] } });
  playApi({
    ...answers,
    'GET /api/admin/settings': () => ({
      site: 'Site',
      variables: [],
      currencies: ['BRL', 'USD', 'NZD'].map(isSold),
      admins: [],
      services: [],
    }),
  });
  await open();
  expect(await screen.findByLabelText('In Brazilian reais (BRL)')).toBeDefined();
  await waitFor(() => expect(screen.queryByLabelText('In US dollars (USD)')).toBeNull());
  expect(screen.getByLabelText('In New Zealand dollars (NZD)')).toBeDefined();
});

it('the form of a new book keeps the typed values when another page is opened, until they are discarded', async () => {
  const user = userEvent.setup();
  signIn();
  playApi(answers);
  await open();
  await user.type(await screen.findByLabelText('Title'), 'Raízes');
  cleanup();
  await open();
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Raízes');
  await user.click(screen.getByRole('button', { name: 'Discard draft' }));
  await user.click(within(screen.getByRole('dialog', { name: 'Discard the draft?' })).getByRole('button', { name: 'Discard draft' }));
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('');
  cleanup();
  await open();
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('');
});

it('the book list links to the unfinished form of a new book by the draft’s title, until the draft is discarded', async () => {
  const user = userEvent.setup();
  signIn();
  playApi(answers);
  await open();
  const toList = async () => await user.click(screen.getByRole('link', { name: /All eBooks/ }));
  await user.type(await screen.findByRole('textbox', { name: 'Description' }), 'Um livro');
  await toList();
  await user.click(await screen.findByRole('link', { name: 'Continue the draft' }));
  await user.type(await screen.findByLabelText('Title'), 'Raízes');
  await toList();
  await user.click(await screen.findByRole('link', { name: 'Continue the draft of Raízes' }));
  await user.click(await screen.findByRole('button', { name: 'Discard draft' }));
  await user.click(within(screen.getByRole('dialog', { name: 'Discard the draft?' })).getByRole('button', { name: 'Discard draft' }));
  await toList();
  await screen.findByRole('heading', { name: 'No eBooks yet' });
  expect(screen.queryByRole('link', { name: /^Continue the draft/ })).toBeNull();
});

it('a file name that is taken is refused with the book that uses it, and the typed values stay', async () => {
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
  await open();
  await publishWhole(user);
  expect((await screen.findAllByText(/^A file with this name already exists/)).length).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: 'Raízes que Sustentam' }).getAttribute('href')).toBe('/dashboard/ebooks/raizes');
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Raízes');
  expect(screen.getByText(/Raízes\.pdf/)).toBeDefined();
});

it('a PDF above the limit is refused when it is chosen, with the limit and advice', async () => {
  const user = userEvent.setup();
  signIn();
  playApi(answers);
  await open();
  const large = new File(['%PDF'], 'grande.pdf', { type: 'application/pdf' });
  Object.defineProperty(large, 'size', { value: 40 * 1024 ** 2 });
  await user.upload(await screen.findByLabelText(/^PDF file/), large);
  expect(screen.getByText(/the limit is 32 MB for the PDF.*export the PDF with smaller pictures/)).toBeDefined();
  await user.upload(screen.getByLabelText(/^PDF file/), pdf());
  expect(screen.queryByText(/the limit is 32 MB for the PDF/)).toBeNull();
});

it('a failed upload is shown', async () => {
  const user = userEvent.setup();
  signIn();
  playApi({ ...answers, 'POST /api/admin/ebooks': () => refused(503, 'service_unavailable') });
  await open();
  await publishWhole(user);
  expect(await screen.findByText(/^Failed to upload ebook/)).toBeDefined();
});
