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
  it('holds each book once, however often it is added', () => {
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
  it('loses a book that is removed', () => {
    cart().add('rute');
    cart().add('ester');
    cart().remove('rute');
    expect(cart().lines).toEqual([{ id: 'ester', quantity: 1 }]);
  });
  it('empties', () => {
    cart().add('rute');
    cart().clear();
    expect(cart().lines).toEqual([]);
  });
});

describe("the device's cart", () => {
  it('is read, and kept from then on', () => {
    store([{ id: 'rute', quantity: 1 }]);
    stop = readCartFromDevice();
    expect(cart().isReady).toBe(true);
    cart().add('ester');
    expect(stored()).toEqual([
      { id: 'rute', quantity: 1 },
      { id: 'ester', quantity: 1 },
    ]);
  });
  it('counts copies, and takes no further copy by the button of a book', () => {
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
  it('follows another tab', () => {
    stop = readCartFromDevice();
    store([{ id: 'jo', quantity: 1 }]);
    window.dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
    expect(cart().lines).toEqual([{ id: 'jo', quantity: 1 }]);
  });
  it('is empty when another tab clears everything, and stays when it changes something else', () => {
    store([{ id: 'jo', quantity: 1 }]);
    stop = readCartFromDevice();
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: 'another' }));
    expect(cart().lines).toEqual([{ id: 'jo', quantity: 1 }]);
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(cart().lines).toEqual([]);
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
