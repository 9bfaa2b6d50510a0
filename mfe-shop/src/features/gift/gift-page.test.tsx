import type { ClaimedGift, OpenedGift } from '@site/shared/contracts/gifts.ts';
import { sessionStore } from '@site/shared/site/site.ts';
import { anEbook } from '@site/shared/testing/builders.ts';
import { type FakeAnswers, renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../routes.tsx';

const { price: _price, currentPrices: _currentPrices, ...ebook } = anEbook({ title: 'Raízes' });
const gift = (changes: Partial<OpenedGift> = {}): OpenedGift => ({
  standing: 'open',
  kind: 'group',
  ebook,
  from: 'Marta',
  toName: '',
  message: '',
  ...changes,
});
const KEY = 'k'.repeat(22);
const signIn = (emailVerified = true) =>
  sessionStore.setState({ session: { status: 'signed-in', uid: 'u1', email: 'ana@leitores.test', emailVerified, me: null } });

async function open(changes: Partial<OpenedGift>, outcome: ClaimedGift['outcome'] = 'claimed_before', at = `/gift/g1#${KEY}`) {
  const answers: FakeAnswers = {
    'POST /api/gifts/:id': () => gift(changes),
    'POST /api/gifts/:id/claim': () => ({ outcome }),
  };
  const { calls } = await renderInSite({ routes, at, answers });
  expect(await screen.findByRole('heading', { name: 'Raízes' })).toBeDefined();
  return { claims: () => calls.filter(({ endpoint }) => endpoint === 'POST /api/gifts/:id/claim').map(({ input }) => input.body) };
}
const save = () => screen.queryByRole('button', { name: 'Já recebi: salvar' });

describe('a group’s gift without copies left', () => {
  it("a full group's gift lets a reader with a copy hide their name again", async () => {
    const user = userEvent.setup();
    signIn();
    const { claims } = await open({ standing: 'none_left' });
    expect(screen.getByText(/^Todos os exemplares deste link já foram recebidos/)).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Mostrar meu nome a quem deu/ }).checked).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Já recebi: salvar' }));
    expect(await screen.findByText(/^Você já recebeu este presente.*Sua escolha sobre o nome está salva/)).toBeDefined();
    expect(claims()).toEqual([{ key: KEY, showsName: false }]);
    expect(save()).toBeNull();
  });

  it.each(['none_left', 'owned'] as const)(
    "a full group's gift tells a reader without a copy that no copy is left (%s)",
    async (outcome) => {
      const user = userEvent.setup();
      signIn();
      const { claims } = await open({ standing: 'none_left' }, outcome);
      await user.click(screen.getByRole('checkbox', { name: /^Mostrar meu nome a quem deu/ }));
      await user.click(screen.getByRole('button', { name: 'Já recebi: salvar' }));
      expect(await screen.findByText('Nenhum exemplar deste link está na sua conta: não há o que salvar.')).toBeDefined();
      expect(screen.getByText(/^Todos os exemplares deste link já foram recebidos/)).toBeDefined();
      expect(screen.queryByText(/continua livre/)).toBeNull();
      expect(claims()).toEqual([{ key: KEY, showsName: true }]);
    },
  );

  it.each([
    ['a visitor', () => undefined],
    ['a reader who did not confirm their address', () => signIn(false)],
  ])("a full group's gift offers the choice of the name only to readers with a copy: not to %s", async (_who, arrive) => {
    arrive();
    await open({ standing: 'none_left' });
    expect(save()).toBeNull();
  });

  it('a claimed gift for one person offers no choice of the name', async () => {
    signIn();
    await open({ standing: 'none_left', kind: 'one' });
    expect(screen.getByText(/^Todos os exemplares deste link já foram recebidos/)).toBeDefined();
    expect(save()).toBeNull();
  });
});

describe('the key of a gift', () => {
  afterEach(() => vi.useRealTimers());
  /** Opens the page in a new tab, as the link of the confirmation email does. */
  const openInNewTab = async (changes: Partial<OpenedGift> = {}, outcome?: ClaimedGift['outcome']) => {
    cleanup();
    sessionStorage.clear();
    return await open(changes, outcome, '/gift/g1');
  };
  const openWithout = async () => {
    cleanup();
    sessionStorage.clear();
    const { calls } = await renderInSite({ routes, at: '/gift/g1', answers: {} });
    expect(await screen.findByRole('heading', { name: 'Abra de novo o link do presente' })).toBeDefined();
    expect(screen.queryByText(/não abre nenhum presente/)).toBeNull();
    expect(calls).toEqual([]);
  };

  it('the tab that the confirmation email opens knows the key of a gift until the gift is claimed', async () => {
    const user = userEvent.setup();
    await open({ kind: 'one' });
    expect(screen.getByRole('link', { name: 'Criar conta' }).getAttribute('href')).not.toContain(KEY);
    signIn();
    const { claims } = await openInNewTab({ kind: 'one' }, 'claimed');
    await user.click(screen.getByRole('button', { name: 'Receber o livro' }));
    expect(await screen.findByText('O livro é seu. Boa leitura!')).toBeDefined();
    expect(claims()).toEqual([{ key: KEY, showsName: false }]);
    expect(JSON.stringify(localStorage)).not.toContain(KEY);
    await openWithout();
  });

  it('the key of a gift is deleted after a day', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date'] });
    await open({});
    await openInNewTab();
    vi.setSystemTime(Date.now() + 24 * 3_600_000);
    await openWithout();
  });

  it('the gift page asks for the whole link if the key is missing or incomplete', async () => {
    await openWithout();
    cleanup();
    await renderInSite({ routes, at: `/gift/g1#${KEY.slice(1)}`, answers: {}, preferences: { locale: 'en' } });
    expect(await screen.findByRole('heading', { name: 'Open the gift link again' })).toBeDefined();
  });
});
