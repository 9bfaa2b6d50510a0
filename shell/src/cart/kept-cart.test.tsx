import type { KeptCart } from '@site/shared/contracts/kept-cart.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { type ApiCall, type CartLine, cartStore, sessionStore } from '@site/shared/site/site.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followCart, meetLines } from './kept-cart.ts';

const line = (id: string, quantity = 1): CartLine => ({ id, quantity });
const kept = (lines: readonly CartLine[], revision: number): KeptCart => ({ lines: lines as KeptCart['lines'], revision });

describe('merging the carts of a device and an account', () => {
  const meet = (device: CartLine[], account: KeptCart, common: CartLine[] | null, revision = 1, uid = 'ana') =>
    meetLines(device, account, common && { uid, revision, lines: common }, 'ana').map(({ id, quantity }) => `${id} ${quantity}`);

  it('carts that were never merged before are joined, with the larger quantity of each book', () => {
    expect(meet([line('a', 2), line('b')], kept([line('a'), line('c')], 4), null)).toEqual(['a 2', 'c 1', 'b 1']);
  });
  it('carts that were merged before combine the changes of device and account', () => {
    const common = [line('a'), line('b'), line('c')];
    const account = kept([line('a'), line('c'), line('e')], 2);
    expect(meet([line('a'), line('b'), line('d')], account, common), 'b went there, c here').toEqual(['a 1', 'e 1', 'd 1']);
    expect(meet([line('a')], kept([line('a', 3)], 1), [line('a', 3)]), 'only the device changed').toEqual(['a 1']);
    expect(meet(common, kept([], 2), common), 'bought elsewhere').toEqual([]);
    expect(meet(common, kept([], 0), common), 'forgotten by the account').toEqual(['a 1', 'b 1', 'c 1']);
  });
  it('the cart of the previous account is not shown to the next account', () => {
    expect(meet([line('a'), line('x')], kept([line('c')], 1), [line('a')], 1, 'bia')).toEqual(['c 1', 'x 1']);
  });
  it('a changed pay-what-you-want price counts as a change of the cart line', () => {
    const chosen = (minor: number) => ({ ...line('a'), chosen: toMoney(minor, 'BRL') });
    const met = meetLines([chosen(900)], kept([chosen(500)], 2), { uid: 'ana', revision: 1, lines: [chosen(500)] }, 'ana');
    expect(met).toEqual([chosen(900)]);
  });
});

describe('the cart of a signed-in customer', () => {
  let account: KeptCart;
  const calls: string[] = [];
  const api = (async (call: string, { body }: { body?: KeptCart }) => {
    calls.push(call.slice(0, 3));
    if (body && body.revision === account.revision) account = { lines: body.lines, revision: body.revision + 1 };
    return account;
  }) as unknown as ApiCall;
  const settle = () => vi.advanceTimersByTimeAsync(2_000);

  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    calls.length = 0;
    account = kept([line('b')], 3);
    cartStore.setState({ lines: [line('a')], isReady: true });
    sessionStore.setState({ session: { status: 'signed-in', uid: 'ana', email: 'a@b.test', emailVerified: true, me: null } });
  });
  afterEach(() => {
    sessionStore.setState({ session: { status: 'signed-out', hasEnded: false } });
    vi.useRealTimers();
  });

  it('signing in joins the carts of device and account, and later changes are sent after a pause', async () => {
    followCart(api, 'ana');
    await settle();
    expect(cartStore.getState().lines.map(({ id }) => id)).toEqual(['b', 'a']);
    expect([account.lines.length, calls]).toEqual([2, ['GET', 'PUT']]);
    cartStore.getState().remove('a');
    cartStore.getState().add('c');
    await settle();
    expect([account.lines.map(({ id }) => id), calls]).toEqual([
      ['b', 'c'],
      ['GET', 'PUT', 'PUT'],
    ]);

    sessionStore.setState({ session: { status: 'signed-out', hasEnded: false } });
    cartStore.getState().add('d');
    await settle();
    expect(calls, 'a visitor').toHaveLength(3);
    cartStore.getState().remove('d');
    sessionStore.setState({ session: { status: 'signed-in', uid: 'ana', email: 'a@b.test', emailVerified: true, me: null } });
    followCart(api, 'ana');
    await settle();
    expect(calls, 'nothing changed').toHaveLength(3);
  });

  it("the changes of another device are loaded before this device's changes are sent", async () => {
    followCart(api, 'ana');
    await settle();
    account = kept([line('b'), line('z')], 9);
    cartStore.getState().add('c');
    await settle();
    expect(account.lines.map(({ id }) => id)).toEqual(['b', 'z', 'c']);
    expect(cartStore.getState().lines.map(({ id }) => id)).toEqual(['b', 'z', 'c']);
  });
});
