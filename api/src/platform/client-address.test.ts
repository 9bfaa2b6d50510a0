import { expect, test } from 'vitest';
import { clientAddress, networkOf } from './client-address.ts';

test.each([
  ['the socket without proxies, whatever the header says', '6.6.6.6', '10.0.0.1', 0, '10.0.0.1'],
  ['the last hop with one proxy', '1.2.3.4', '10.0.0.1', 1, '1.2.3.4'],
  ['the last hop that the proxy saw, not what the caller prepended', '6.6.6.6, 1.2.3.4', '10.0.0.1', 1, '1.2.3.4'],
  ['the second-last hop with two proxies', '6.6.6.6, 1.2.3.4, 10.0.0.2', '10.0.0.1', 2, '1.2.3.4'],
  ['the first hop when there are fewer hops than trusted proxies', '1.2.3.4', '10.0.0.1', 5, '1.2.3.4'],
  ['the socket when the proxy added no header', undefined, '10.0.0.1', 1, '10.0.0.1'],
  ['a placeholder when nothing is known', undefined, undefined, 0, 'unknown'],
] as const)("the client's address is %s", (_, forwardedFor, socket, proxies, address) => {
  expect(clientAddress(forwardedFor, socket, proxies)).toBe(address);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1::', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['[2001:db8:1:2::9]:50123', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['::1:2:3:4:5:6', '0:0:1:2::/64'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3::/64'],
  ['x[2001:db8:1:2::9]', 'x[2001:db8:1:2::9]'],
  ['[2001:db8:1:2::9]x', '[2001:db8:1:2::9]x'],
  ['x192.0.2.1:50123', 'x192.0.2.1:50123'],
  ['192.0.2.1:50123x', '192.0.2.1:50123x'],
  ['unknown', 'unknown'],
  ['not:an:address', 'not:an:address'],
])('limits count the address %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
