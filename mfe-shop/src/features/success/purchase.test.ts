import type { CartLine } from '@site/shared/site/site.ts';
import { anOrder } from '@site/shared/testing/builders.ts';
import { expect, it } from 'vitest';
import { withoutBought } from './purchase.ts';

type Bought = Partial<ReturnType<typeof anOrder>['items'][number]>;

it.each<[string, Omit<CartLine, 'id'>, Bought, Omit<CartLine, 'id'> | null]>([
  ['the bought lines', { quantity: 2 }, { quantity: 2, gifts: 1 }, null],
  ['only the bought copies', { quantity: 5, gift: 'all' }, { quantity: 2, gifts: 2, gift: 'all' }, { quantity: 3, gift: 'all' }],
  ['no gifts when a copy to read was bought', { quantity: 3, gift: 'all' }, { quantity: 1, gifts: 0 }, { quantity: 3, gift: 'all' }],
  [
    'at most all but one seat of a group',
    { quantity: 3, gift: 'group' },
    { quantity: 2, gifts: 2, gift: 'group' },
    { quantity: 2, gift: 'group' },
  ],
])('a purchase removes %s from the cart', (_what, line, bought, left) => {
  const [item] = anOrder().items;
  if (!item) throw new Error('an order has books');
  const other = { id: 'rute', quantity: 1 };
  const lines = [{ id: item.ebookId, ...line }, other];
  expect(withoutBought(lines, [{ ...item, ...bought }])).toEqual([...(left ? [{ id: item.ebookId, ...left }] : []), other]);
});
