// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cartStore, countCopies, readCartFromDevice } from './cart-store.ts';

const cart = () => cartStore.getState();
const stored = () => JSON.parse(localStorage.getItem('cart') ?? 'null')?.state.lines;
const store = (lines: unknown, version = 1) => localStorage.setItem('cart', JSON.stringify({ state: { lines }, version }));
let stop = () => {};

beforeEach(() => {
  localStorage.clear();
  cartStore.setState({ lines: [], isReady: false });
});
afterEach(() => stop());

describe('the cart', () => {
  it('adds a new book once and a known one by one', () => {
    cart().add('rute');
    cart().add('rute');
    cart().add('ester');
    expect(cart().lines).toEqual([
      { id: 'rute', quantity: 2 },
      { id: 'ester', quantity: 1 },
    ]);
    expect(countCopies(cart())).toBe(3);
  });
  it('drops a line at zero', () => {
    cart().add('rute');
    cart().decrement('rute');
    expect(cart().lines).toEqual([]);
  });
  it('holds at most twenty copies of one book', () => {
    for (let n = 0; n < 30; n++) cart().add('rute');
    expect(countCopies(cart())).toBe(20);
  });
  it('empties', () => {
    cart().add('rute');
    cart().clear();
    expect(cart().lines).toEqual([]);
  });
});

describe("the device's cart", () => {
  it('is read, and kept from then on', () => {
    store([{ id: 'rute', quantity: 2 }]);
    stop = readCartFromDevice();
    expect(cart().isReady).toBe(true);
    cart().add('ester');
    expect(stored()).toEqual([
      { id: 'rute', quantity: 2 },
      { id: 'ester', quantity: 1 },
    ]);
  });
  it('follows another tab', () => {
    stop = readCartFromDevice();
    store([{ id: 'jo', quantity: 1 }]);
    window.dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
    expect(cart().lines).toEqual([{ id: 'jo', quantity: 1 }]);
  });
  it.each([
    ['text that is no JSON', () => localStorage.setItem('cart', '{')],
    ['another version', () => store([{ id: 'rute', quantity: 1 }], 99)],
    ['something else', () => store('rute')],
    ['impossible lines', () => store([null, { id: 7, quantity: 1 }, { id: 'a', quantity: 0 }, { id: 'b', quantity: 1.5 }, { id: 'c' }])],
  ])('is empty when it holds %s', (_, damage) => {
    damage();
    stop = readCartFromDevice();
    expect(cart()).toMatchObject({ lines: [], isReady: true });
  });
});
