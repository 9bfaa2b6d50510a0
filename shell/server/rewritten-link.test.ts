import { expect, it } from 'vitest';
import { rewrittenLinkOf } from './rewritten-link.ts';

const KEY = 'k'.repeat(22);

it.each([
  [`/order/1%23${KEY}`, '', `/order/1#${KEY}`],
  [`/order/1%23${KEY}`, '?fbclid=x', `/order/1?fbclid=x#${KEY}`],
  [`/order/1%23${KEY}%3Ffbclid%3Dx`, '', `/order/1#${KEY}?fbclid=x`],
  [`/gift/1%23${KEY}`, '', `/gift/1#${KEY}`],
  ['/newsletter/unsubscribe%3Ftoken%3Da.b%26of%3Dreviews', '', '/newsletter/unsubscribe?token=a.b&of=reviews'],
  ['/newsletter/unsubscribe%3ftoken%3da.b', '?utm_source=x', '/newsletter/unsubscribe?token=a.b&utm_source=x'],
  ['/confirm-email', '?mode=resetPassword&amp;oobCode=c', '/confirm-email?mode=resetPassword&oobCode=c'],
  ['/user-dashboard/orders/1%23presentes', '', '/user-dashboard/orders/1#presentes'],
  ['/order/1%23%0d%0aset-cookie:x', '', '/order/1#%0D%0Aset-cookie:x'],
  ['/order/1%23%E0%A4%A', '', '/order/1#%E0%A4%A'],
])('the rewritten link %s%s redirects to %s', (pathname, search, address) => expect(rewrittenLinkOf(pathname, search)).toBe(address));

it.each([
  ['/order/1', ''],
  ['/shop', '?q=%23'],
  ['//evil.example%23x', ''],
  ['/nothing%23x', ''],
  ['/shop/ebook/a%2Fb', ''],
])('the link %s%s stays unchanged', (pathname, search) => expect(rewrittenLinkOf(pathname, search)).toBeNull());
