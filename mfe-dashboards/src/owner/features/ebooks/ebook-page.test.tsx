import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { permissionsOf } from '@site/shared/contracts/team.ts';
import { type Instant, toInstant } from '@site/shared/dates/dates.ts';
import { byCurrency } from '@site/shared/money/currencies.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { anEbook } from '@site/shared/testing/builders.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteOwnSave } from '../../../drafts/own-saves.ts';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './ebook-page.tsx';

const { price: _price, currentPrices: _currentPrices, launch: _launch, ...plain } = anEbook();
const began: AdminEbook = {
  ...plain,
  title: 'Raízes',
  state: 'published',
  listPrices: {
    ...byCurrency(() => null),
    BRL: toMoney(3_490, 'BRL').minor,
    USD: toMoney(700, 'USD').minor,
    NZD: toMoney(1_200, 'NZD').minor,
  },
  hasFile: true,
  suggested: byCurrency(() => null),
  fileVersion: 1,
  revision: 1,
  sale: null,
  isOwned: false,
};

const open = () => openTab(Component, '/dashboard/ebooks/:id', `/dashboard/ebooks/${began.id}`, 'en');
const title = () => screen.getByLabelText<HTMLInputElement>('Title');
const description = () => screen.getByLabelText<HTMLTextAreaElement>('Description');
const price = () => screen.getByLabelText<HTMLInputElement>('In Brazilian reais (BRL)');

const aSale = (endsAt: Instant, minor: number): NonNullable<AdminEbook['sale']> => ({
  startsAt: toInstant('2026-01-01T12:00:00Z'),
  endsAt,
  prices: { BRL: { now: toMoney(minor, 'BRL').minor, before: null } },
});
const aLaunch = (at: Instant, isSold: boolean): AdminEbook['launch'] => ({ at, isSold, isOver: false, buyers: 0, pending: 0, waiting: 0 });
const lookAgain = () => act(async () => window.dispatchEvent(new Event('visibilitychange')));

/** Mocks the API with one book. Like the real API, it refuses a save that began with an older revision. */
function playBook(held: () => Promise<void> = async () => undefined) {
  let book = began;
  let launchProblem: string | null = null;
  const saved: unknown[] = [];
  playApi({
    [`GET /api/admin/ebooks/${began.id}`]: () => book,
    [`GET /api/admin/ebooks/${began.id}/versions`]: () => ({ versions: [] }),
    [`GET /api/admin/ebooks/${began.id}/sales`]: () => ({ sales: [] }),
    [`POST /api/admin/ebooks/${began.id}/sale-preview`]: () => refused(503, 'service_unavailable'),
    [`PUT /api/admin/ebooks/${began.id}/sale`]: ({ body }) => {
      const { revision, sale } = body as { revision: number; sale: { endsAt: Instant; prices: { BRL: string } } };
      if (revision !== book.revision) return refused(409, 'changed_meanwhile');
      const startsAt = book.sale?.startsAt ?? toInstant(new Date());
      const minor = Math.round(Number(sale.prices.BRL.replace(',', '.')) * 100);
      book = { ...book, sale: { ...aSale(sale.endsAt, minor), startsAt }, revision: revision + 1 };
      return book;
    },
    [`PUT /api/admin/ebooks/${began.id}/launch`]: ({ body }) => {
      const { revision, at, isSold } = body as { revision: number; at: Instant; isSold: boolean };
      if (launchProblem) {
        const error = { code: 'invalid_input', message: '', requestId: 'r', fields: { at: launchProblem } };
        return Response.json({ error }, { status: 400 });
      }
      if (revision !== book.revision) return refused(409, 'changed_meanwhile');
      book = { ...book, launch: aLaunch(at, isSold), revision: revision + 1 };
      return book;
    },
    [`PUT /api/admin/ebooks/${began.id}`]: async ({ body }) => {
      const { revision, listPrices: _written, suggested: _asked, ...written } = body as AdminEbook;
      await held();
      if (revision !== book.revision) return refused(409, 'changed_meanwhile');
      saved.push(body);
      book = { ...book, ...written, revision: revision + 1 };
      return book;
    },
  });
  return {
    saved,
    current: () => book,
    refuseLaunch: (problem: string | null) => {
      launchProblem = problem;
    },
    changeElsewhere: (change: Partial<AdminEbook>) => {
      book = { ...book, ...change, revision: book.revision + 1 };
    },
  };
}

beforeEach(() => {
  polyfillDialog();
  signIn();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('the book page shows the income and cost of its sales by currency, to members who may see money', async () => {
  const brl = (minor: number) => toMoney(minor, 'BRL');
  const sales = [
    {
      startsAt: toInstant('2026-11-01T03:00:00Z'),
      endsAt: toInstant('2026-11-08T03:00:00Z'),
      sums: [
        { price: brl(1_990), copies: 12, revenue: brl(23_880), discount: brl(18_000) },
        { price: toMoney(400, 'USD'), copies: 0, revenue: toMoney(0, 'USD'), discount: toMoney(0, 'USD') },
      ],
    },
  ];
  playApi({
    [`GET /api/admin/ebooks/${began.id}`]: () => began,
    [`GET /api/admin/ebooks/${began.id}/sales`]: () => ({ sales }),
  });
  await open();
  const table = within(await screen.findByRole('table', { name: 'Sale results' }));
  const [, reais, dollars] = table.getAllByRole('row');
  expect(reais?.textContent).toMatch(/Nov 1, 2026.*Nov 8, 2026.*R\$19\.90.*12.*R\$238\.80.*R\$180\.00/);
  expect(dollars?.textContent).toMatch(/\$4\.00.*0.*\$0\.00/);
});

it('an editor who may not set prices can save a published book that lacks a price in a new currency', async () => {
  const user = userEvent.setup();
  signIn({}, permissionsOf.editor);
  const { saved, changeElsewhere } = playBook();
  changeElsewhere({ listPrices: { ...began.listPrices, NZD: null } });
  await open();
  await user.type(await screen.findByLabelText('Title'), ' e asas');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toMatchObject([{ title: 'Raízes e asas', state: 'published', listPrices: {} }]));
});

it('the book page says that the same person saved the book in another tab', async () => {
  const user = userEvent.setup();
  const { changeElsewhere, current } = playBook();
  await open();
  await user.clear(await screen.findByLabelText('Title'));
  await user.type(title(), 'My title');
  changeElsewhere({ title: 'Title of the other tab' });
  noteOwnSave('uid-1', `ebook ${current().id}`, current().revision);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const conflict = await screen.findByRole('region', { name: 'You saved this in another tab' });
  for (const words of ['Title of the other tab', 'My title']) expect(conflict.textContent).toContain(words);
  const isBefore = (one: Element, other: Element) => one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING;
  expect(isBefore(title(), conflict), 'below the fields').toBe(true);
  expect(isBefore(conflict, screen.getByRole('button', { name: 'Save' })), 'above the button').toBe(true);
});

describe('a book that another admin saved meanwhile', () => {
  it('a book that another admin saved meanwhile shows both versions of each changed field, and is overwritten only by choice', async () => {
    const user = userEvent.setup();
    const { saved, changeElsewhere } = playBook();
    await open();
    await user.clear(await screen.findByLabelText('Title'));
    await user.type(title(), 'My title');
    await user.type(description(), 'My text. ');
    changeElsewhere({ title: 'Their title', listPrices: { ...began.listPrices, BRL: toMoney(3_990, 'BRL').minor } });
    await user.click(screen.getByRole('button', { name: 'Save' }));

    const conflict = await screen.findByRole('region', { name: 'Someone else saved this book while you were editing' });
    expect([...conflict.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual([
      'TitleSaved nowTheir titleOn this pageMy title',
      expect.stringMatching(/^Description[\s\S]*My text\./),
      'In Brazilian reais (BRL)Saved now39.90On this page34.90',
    ]);
    const go = within(conflict).getByRole<HTMLButtonElement>('button', { name: 'Keep this page’s version' });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await user.click(go);
    expect(screen.queryByRole('region', { name: /^Someone else saved/ })).toBeNull();
    expect(title().value).toBe('My title');
    expect(price().value).toBe('34.90');
    expect(description().value).toContain('My text.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({
      title: 'My title',
      listPrices: { BRL: '34.90', USD: '7.00', NZD: '12.00' },
      revision: 2,
    });
  });

  it('a book that another admin saved meanwhile can be accepted as the other admin saved it', async () => {
    const user = userEvent.setup();
    const { changeElsewhere } = playBook();
    await open();
    await user.type(await screen.findByLabelText('Title'), '!');
    changeElsewhere({ title: 'Their title' });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Keep the saved version' }));
    expect(title().value).toBe('Their title');
  });

  it('a book that another admin saved meanwhile is saved at once if only its files were changed here', async () => {
    const user = userEvent.setup();
    const { saved, changeElsewhere } = playBook();
    await open();
    await user.type(await screen.findByLabelText('Title'), '!');
    changeElsewhere({ fileVersion: 2 });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/ · Version 2/);
    expect(screen.queryByRole('region', { name: /^Someone else saved/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({ title: 'Raízes!', revision: 2 });
  });
});

describe('the draft of a book', () => {
  it('the draft of a book is restored after another page was opened, until it is discarded', async () => {
    const user = userEvent.setup();
    playBook();
    await open();
    await user.type(await screen.findByLabelText('Title'), ' fundas');
    cleanup();
    await open();
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Raízes fundas');
    await user.click(screen.getByRole('button', { name: 'Discard draft' }));
    await user.click(within(screen.getByRole('dialog', { name: 'Discard the draft?' })).getByRole('button', { name: 'Discard draft' }));
    expect(title().value).toBe('Raízes');
    cleanup();
    await open();
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Raízes');
  });

  it('the draft of a book keeps the words that are typed during a save, and saves them afterwards', async () => {
    const user = userEvent.setup();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { saved } = playBook(() => held);
    await open();
    await user.type(await screen.findByLabelText('Title'), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.type(title(), '?');
    release();
    await waitFor(() => expect(saved).toHaveLength(1));
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(title().value).toBe('Raízes!?');
    expect(screen.queryByRole('region', { name: /^Someone else saved/ })).toBeNull();
    await user.click(button);
    await waitFor(() => expect(saved).toMatchObject([{ title: 'Raízes!' }, { title: 'Raízes!?', revision: 2 }]));
    await waitFor(() => expect(button.disabled).toBe(true));
  });

  it('the draft of a book is validated before sending, with the error at the field', async () => {
    const user = userEvent.setup();
    const { saved } = playBook();
    await open();
    await user.clear(await screen.findByLabelText('In Brazilian reais (BRL)'));
    await user.type(price(), 'US$ 9');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText(/^The amount has another currency’s symbol/)).toBeDefined();
    expect(saved).toEqual([]);
  });
});

const CONFLICT = 'Someone else saved this book while you were editing';
const day = toInstant('2099-12-24T12:00:00Z');
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

describe('the sale of a book', () => {
  const reais = () => screen.findByLabelText<HTMLInputElement>('Sale price in Brazilian reais (BRL)');

  it('the sale of a book shows a sale without a start as running, even while it is folded', async () => {
    const user = userEvent.setup();
    playBook();
    await open();
    fireEvent.change(await reais(), { target: { value: '15' } });
    fireEvent.change(screen.getByLabelText('End'), { target: { value: '2099-12-31T09:00' } });
    await user.click(save());
    await screen.findByText(/^On sale until Dec 31, 2099/);
    screen.getByRole('button', { name: 'End sale' });
    expect(screen.getByText(/^: until Dec 31, 2099, .*R\$15\.00$/)).toBeDefined();
  });

  it('the fields of a sale unfold when the sale is refused, and the first refused field gets the focus', async () => {
    const user = userEvent.setup();
    playBook();
    await open();
    fireEvent.change(await reais(), { target: { value: '15' } });
    const folded = (await reais()).closest('details');
    expect(folded?.open).toBe(false);
    await user.click(save());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('End')));
    expect(folded?.open).toBe(true);
    fireEvent.change(screen.getByLabelText('End'), { target: { value: '2099-12-31T09:00' } });
    await user.clear(price());
    await user.type(price(), '14');
    await user.click(save());
    expect(screen.getByText('The sale price must be lower than the book’s price.')).toBeDefined();
  });

  it('the sale of a book overwrites another admin’s change only by choice, and follows it if nothing was typed here', async () => {
    const user = userEvent.setup();
    const { changeElsewhere, current } = playBook();
    changeElsewhere({ sale: aSale(day, 1_990) });
    await open();
    expect((await reais()).value).toBe('19.90');
    await user.type(title(), '!');
    changeElsewhere({ sale: aSale(day, 1_490) });
    await lookAgain();
    await waitFor(async () => expect((await reais()).value).toBe('14.90'));
    expect(title().value).toBe('Raízes!');

    fireEvent.change(screen.getByLabelText('End'), { target: { value: '2099-12-31T09:00' } });
    changeElsewhere({ sale: aSale(day, 990) });
    await lookAgain();
    const conflict = await screen.findByRole('region', { name: CONFLICT });
    expect(save().disabled).toBe(true);
    await user.click(within(conflict).getByRole('button', { name: 'Keep this page’s version' }));
    expect((await reais()).value).toBe('14.90');
    await user.click(save());
    await waitFor(() => expect(current().sale).toMatchObject({ endsAt: '2099-12-31T12:00:00.000Z', prices: { BRL: { now: 1_490 } } }));
  });

  it('the sale of a book is refused if it changed unseen, and continues if only the book’s text was saved', async () => {
    const user = userEvent.setup();
    const { changeElsewhere, current } = playBook();
    changeElsewhere({ sale: aSale(day, 1_990) });
    await open();
    fireEvent.change(await reais(), { target: { value: '15' } });
    changeElsewhere({ title: 'Their title' });
    await user.click(save());
    await screen.findByText(/The sale could not be saved\./);
    await screen.findByRole('heading', { name: 'Their title' });
    changeElsewhere({ sale: aSale(day, 990) });
    await user.click(save());
    await screen.findByRole('region', { name: CONFLICT });
    expect((await reais()).value).toBe('15');
    expect(screen.queryByText(/The sale could not be saved\./)).toBeNull();
    expect(current().sale?.prices.BRL?.now).toBe(990);
  });
});

describe('the launch of a book', () => {
  it('the launch of a book overwrites another admin’s change only by choice', async () => {
    const user = userEvent.setup();
    const { changeElsewhere, current } = playBook();
    changeElsewhere({ launch: aLaunch(day, true) });
    await open();
    fireEvent.change(await screen.findByLabelText('Out on'), { target: { value: '2099-12-31T09:00' } });
    changeElsewhere({ launch: aLaunch(day, false) });
    await lookAgain();
    const conflict = await screen.findByRole('region', { name: CONFLICT });
    await user.click(within(conflict).getByRole('button', { name: 'Keep this page’s version' }));
    await user.click(save());
    await waitFor(() => expect(current().launch).toMatchObject({ at: '2099-12-31T12:00:00.000Z', isSold: true }));
  });

  it('the launch of a book is postponed only after a confirmation if people have bought the book', async () => {
    const user = userEvent.setup();
    const { changeElsewhere, current } = playBook();
    const launch = { at: day, isSold: true, isOver: false, buyers: 2, pending: 0, waiting: 0 };
    changeElsewhere({ launch });
    await open();
    fireEvent.change(await screen.findByLabelText('Out on'), { target: { value: '2099-12-31T09:00' } });
    await user.click(save());
    const dialog = within(screen.getByRole('dialog', { name: /^Postpone to Dec 31, 2099/ }));
    expect(dialog.getByText(/^2 people have bought it/)).toBeDefined();
    expect(current().launch?.at).toBe(day);
    await user.click(dialog.getByRole('button', { name: 'Change the date' }));
    await waitFor(() => expect(current().launch?.at).toBe('2099-12-31T12:00:00.000Z'));
  });
});

describe('the save button', () => {
  it('the save button saves each changed part of the book; after a refusal, saved parts stay saved and all other parts stay in the form', async () => {
    const user = userEvent.setup();
    const { current, refuseLaunch } = playBook();
    await open();
    await user.type(await screen.findByLabelText('Title'), '!');
    fireEvent.change(screen.getByLabelText('End'), { target: { value: '2099-12-31T09:00' } });
    fireEvent.change(screen.getByLabelText('Sale price in Brazilian reais (BRL)'), { target: { value: '15' } });
    fireEvent.change(screen.getByLabelText('Out on'), { target: { value: '2099-12-31T09:00' } });
    refuseLaunch('too_far');
    await user.click(save());
    expect(await screen.findByText(/^The launch could not be saved\./)).toBeDefined();
    expect(screen.getByText(/^At most 60 days ahead: after that/)).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Out on')));
    expect(current()).toMatchObject({ title: 'Raízes!', sale: { prices: { BRL: { now: 1_500 } } }, revision: 3 });
    expect(screen.queryByRole('region', { name: CONFLICT })).toBeNull();
    fireEvent.change(screen.getByLabelText('Out on'), { target: { value: '2099-12-24T09:00' } });
    refuseLaunch(null);
    await user.click(save());
    await waitFor(() => expect(current()).toMatchObject({ launch: { at: '2099-12-24T12:00:00.000Z' }, revision: 4 }));
    await waitFor(() => expect(save().disabled).toBe(true));
  });

  it('the save button publishes a draft with the typed values, and rejects a draft that has neither a file nor a launch', async () => {
    const user = userEvent.setup();
    const { saved, changeElsewhere } = playBook();
    changeElsewhere({ state: 'draft', hasFile: false });
    await open();
    await user.type(await screen.findByLabelText('Title'), '!');
    expect(screen.queryByRole('link', { name: 'See in the shop' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(screen.getByText('To publish it, upload the file or set the launch.')).toBeDefined();
    expect(saved).toEqual([]);
    changeElsewhere({ hasFile: true });
    await lookAgain();
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() =>
      expect(saved).toMatchObject([
        { title: 'Raízes!', state: 'draft' },
        { title: 'Raízes!', state: 'published' },
      ]),
    );
    const link = await screen.findByRole('link', { name: 'See in the shop' });
    expect(link.getAttribute('href')).toBe(`/shop/ebook/${began.id}`);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });

  it('the save button archives a book without saving the typed values', async () => {
    const user = userEvent.setup();
    const { saved } = playBook();
    await open();
    await user.type(await screen.findByLabelText('Title'), '!');
    await user.click(screen.getByText('More'));
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(saved).toMatchObject([{ title: 'Raízes', state: 'archived' }]));
    expect(await screen.findByText('The eBook is archived')).toBeDefined();
    expect(title().value).toBe('Raízes!');
  });
});

describe('cancelling an announcement', () => {
  const announced = { at: toInstant('2099-12-24T12:00:00Z'), isSold: false, isOver: false, buyers: 0, pending: 0 };

  it.each([
    [0, null],
    [1, '1 person is on the waiting list, and gets the email when the book is published.'],
    [7, '7 people are on the waiting list: each gets the email when the book is published.'],
  ])('cancelling an announcement says what happens to the people on the waiting list (%i)', async (waiting, words) => {
    const user = userEvent.setup();
    playBook().changeElsewhere({ launch: { ...announced, waiting } });
    await open();
    await user.click(await screen.findByRole('button', { name: 'Cancel the announcement' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Cancel the announcement?' }));
    expect(dialog.getByText('The book leaves the shop and is a draft again.')).toBeDefined();
    expect(dialog.queryByText(/waiting list/)?.textContent ?? null).toBe(words);
  });

  it('cancelling an announcement does not mention a waiting list if the announcement cannot be cancelled', async () => {
    const user = userEvent.setup();
    playBook().changeElsewhere({ launch: { ...announced, buyers: 1, waiting: 7 } });
    await open();
    await user.click(await screen.findByRole('button', { name: 'Cancel the announcement' }));
    expect(screen.getByRole('dialog', { name: 'Cancel the announcement?' }).textContent).not.toContain('hear of it');
  });
});

describe('previous versions of a book’s file', () => {
  const version = { version: 1, pages: 3, bytes: 1_468_006, replacedAt: '2026-03-01T12:00:00Z', keptUntil: '2026-03-31T12:00:00Z' };

  it('previous versions of a book’s file are listed with their deletion date, and the list reloads after one was restored', async () => {
    const user = userEvent.setup();
    let book: AdminEbook = { ...began, fileVersion: 2, revision: 5, pages: 9 };
    const sent: unknown[] = [];
    playApi({
      [`GET /api/admin/ebooks/${began.id}`]: () => book,
      [`GET /api/admin/ebooks/${began.id}/versions`]: () => ({
        versions: [book.fileVersion === 2 ? version : { ...version, version: 2, pages: 9, bytes: null }],
      }),
      [`POST /api/admin/ebooks/${began.id}/versions/1/restore`]: ({ body }) => {
        sent.push(body);
        if (sent.length === 1) {
          book = { ...book, revision: 6 };
          return refused(409, 'changed_meanwhile');
        }
        book = { ...book, fileVersion: 3, revision: 7, pages: 3 };
        return book;
      },
    });
    await open();
    const list = await screen.findByRole('group', { name: 'Previous versions' });
    expect((await within(list).findByRole('listitem')).textContent).toMatch(
      /Version 1 · 3 pages · 1\.4 MB.*Replaced on .*2026.* · kept until .*2026/,
    );
    await user.click(within(list).getByRole('button', { name: 'Restore: version 1' }));
    expect(sent).toEqual([]);
    const dialog = screen.getByRole('dialog', { name: 'Restore version 1?' });
    expect(dialog.textContent).toContain('It becomes version 3 of the book');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Tell readers of this book by email' }));
    await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
    expect(await within(dialog).findByText(/^The version could not be restored\./)).toBeDefined();
    await waitFor(async () => {
      await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
      expect(screen.queryByRole('dialog', { name: 'Restore version 1?' })).toBeNull();
    });
    expect(sent[0]).toEqual({ revision: 5, tellOwners: true });
    expect(sent.at(-1)).toEqual({ revision: 6, tellOwners: true });
    expect(await within(list).findByText('Version 2 · 9 pages')).toBeDefined();
    expect(screen.getByText(/Version 3 · 3 pages/)).toBeDefined();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Previous versions: Version 3'));
  });

  it('previous versions of a book’s file are replaced, once all are deleted, by a note that says how long versions are kept', async () => {
    playApi({
      [`GET /api/admin/ebooks/${began.id}`]: () => ({ ...began, fileVersion: 2 }),
      [`GET /api/admin/ebooks/${began.id}/versions`]: () => ({ versions: [] }),
    });
    await open();
    expect(await screen.findByText(/^There are no previous versions/)).toBeDefined();
  });
});

it('deleting a draft does not claim that it leaves the shop', async () => {
  playApi({ [`GET /api/admin/ebooks/${began.id}`]: () => ({ ...began, state: 'draft' }) });
  await open();
  expect(await screen.findByText(/^The book is not in the shop\./)).toBeDefined();
  expect(screen.queryByText(/leaves the shop/)).toBeNull();
});
