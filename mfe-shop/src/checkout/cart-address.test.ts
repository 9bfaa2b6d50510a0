import { toMoney } from '@site/shared/money/money.ts';
import { expect, it } from 'vitest';
import { cartAddress, readCartAddress } from './cart-address.ts';

const search = (address: string) => new URL(address, 'https://site.invalid').searchParams;

it('the cart in a URL is restored in another browser, and then removed from the URL', () => {
  const lines = [
    { id: 'rute', quantity: 3, gift: 'group' as const },
    { id: 'raizes', quantity: 1 },
    { id: 'salmos', quantity: 1, chosen: toMoney(1_500, 'BRL') },
    { id: 'emaus', quantity: 2, gift: 'all' as const, chosen: toMoney(0, 'USD') },
  ];
  const address = cartAddress(lines, 'PÁSCOA 10');
  expect(address).toBe('/cart?books=rute~3~group.raizes~1.salmos~1~~1500BRL.emaus~2~all~0USD&cupom=P%C3%81SCOA+10');
  const read = readCartAddress(search(`${address}&q=1`));
  expect([read?.lines, read?.coupon, String(read?.rest)]).toEqual([lines, 'PÁSCOA 10', 'q=1']);
  expect(readCartAddress(search(cartAddress(lines, null)))?.coupon).toBeNull();
  expect(cartAddress([], 'PASCOA')).toBe('/cart');
  expect(readCartAddress(search('/cart'))).toBeNull();
});

it('the cart in a URL has only valid lines, and never makes the URL longer than a return address may be', () => {
  const { lines } = readCartAddress(search('/cart?books=rute~999.<b>~1..raizes~1~~12XXX.emaus~x~outro~1e9BRL')) ?? {};
  expect(lines).toEqual([
    { id: 'rute', quantity: 20 },
    { id: 'raizes', quantity: 1 },
    { id: 'emaus', quantity: 1 },
  ]);
  const many = Array.from({ length: 50 }, (_, n) => ({ id: `${'a'.repeat(78)}${n}`.slice(-80), quantity: 20 }));
  expect(cartAddress(many, null).length).toBeLessThan(1_600);
});
