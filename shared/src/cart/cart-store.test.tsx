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

describe('the cart in memory', () => {
  it('adding a book that is already in the cart changes nothing', () => {
    cart().add('rute');
    cart().add('rute');
    cart().add('ester');
    cart().add('rute');
    expect(cart().lines).toEqual([
      { id: 'rute', quantity: 1 },
      { id: 'ester', quantity: 1 },
    ]);
    expect(countCopies(cart())).toBe(2);
  });
  it('the cart drops a removed book', () => {
    cart().add('rute');
    cart().add('ester');
    cart().remove('rute');
    expect(cart().lines).toEqual([{ id: 'ester', quantity: 1 }]);
  });
  it('the cart can be emptied', () => {
    cart().add('rute');
    cart().clear();
    expect(cart().lines).toEqual([]);
  });
});

describe("the device's cart", () => {
  it('the cart is read from the device, and each later change is stored there', () => {
    store([{ id: 'rute', quantity: 1 }]);
    stop = readCartFromDevice();
    expect(cart().isReady).toBe(true);
    cart().add('ester');
    expect(stored()).toEqual([
      { id: 'rute', quantity: 1 },
      { id: 'ester', quantity: 1 },
    ]);
  });
  it("the device's cart counts copies, and a book's button adds no further copy", () => {
    store([
      { id: 'rute', quantity: 3 },
      { id: 'jo', quantity: 30, gift: 'group' },
    ]);
    stop = readCartFromDevice();
    expect(countCopies(cart())).toBe(33);
    cart().add('rute');
    expect(cart().lines).toEqual([
      { id: 'rute', quantity: 3 },
      { id: 'jo', quantity: 30, gift: 'group' },
    ]);
  });
  it("the device's cart follows changes in another tab", () => {
    stop = readCartFromDevice();
    store([{ id: 'jo', quantity: 1 }]);
    window.dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
    expect(cart().lines).toEqual([{ id: 'jo', quantity: 1 }]);
  });
  it('the cart becomes empty when another tab clears the storage, and stays when another tab changes other data', () => {
    store([{ id: 'jo', quantity: 1 }]);
    stop = readCartFromDevice();
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: 'another' }));
    expect(cart().lines).toEqual([{ id: 'jo', quantity: 1 }]);
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(cart().lines).toEqual([]);
  });
  it.each([
    ['text that is not JSON', () => localStorage.setItem('cart', '{')],
    ['a cart of another version', () => store([{ id: 'rute', quantity: 1 }], 99)],
    ['JSON that is not a cart', () => store('rute')],
    ['impossible lines', () => store([null, { id: 7, quantity: 1 }, { id: 'a', quantity: 0 }, { id: 'b', quantity: 1.5 }, { id: 'c' }])],
  ])('the cart is empty if the device stored %s', (_, damage) => {
    damage();
    stop = readCartFromDevice();
    expect(cart()).toMatchObject({ lines: [], isReady: true });
  });
});
