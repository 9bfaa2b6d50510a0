import { expect, it } from 'vitest';
import { cartAddress, readCartAddress } from './cart-address.ts';

const search = (address: string) => new URL(address, 'https://site.invalid').searchParams;

it('carries a cart to another browser, and goes', () => {
  const lines = [
    { id: 'rute', quantity: 3, gift: 'group' as const },
    { id: 'raizes', quantity: 1 },
  ];
  const address = cartAddress(lines);
  expect(address).toBe('/cart?books=rute~3~group.raizes~1');
  const read = readCartAddress(search(`${address}&q=1`));
  expect([read?.lines, String(read?.rest)]).toEqual([lines, 'q=1']);
  expect(cartAddress([])).toBe('/cart');
  expect(readCartAddress(search('/cart'))).toBeNull();
});

it('takes what can be a line of whatever stands there, and is never longer than an address to return to', () => {
  const { lines } = readCartAddress(search('/cart?books=rute~999.<b>~1..raizes.emaus~x~outro')) ?? {};
  expect(lines).toEqual([
    { id: 'rute', quantity: 20 },
    { id: 'raizes', quantity: 1 },
    { id: 'emaus', quantity: 1 },
  ]);
  const many = Array.from({ length: 50 }, (_, n) => ({ id: `${'a'.repeat(78)}${n}`.slice(-80), quantity: 20 }));
  expect(cartAddress(many).length).toBeLessThan(1_600);
});
