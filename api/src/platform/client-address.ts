import { isIPv6 } from 'node:net';

/**
 * The caller's address: the last hop that no trusted proxy added to `X-Forwarded-For`. Whatever a caller writes in front of
 * it changes nothing, and without trusted proxies the header is not read.
 */
export function clientAddress(forwardedFor: string | undefined, socketAddress: string | undefined, trustedProxies: number): string {
  const hops = [...(forwardedFor ?? '').split(',').map((hop) => hop.trim()), socketAddress ?? ''].filter(Boolean);
  return hops.at(-1 - Math.min(trustedProxies, hops.length - 1)) ?? 'unknown';
}

/** Some proxies write the caller's port too, which is another one each time. */
const withoutPort = (address: string): string =>
  /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(address)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? address;

/**
 * What limits count as one: an IPv4 address, and of IPv6 the 64 bits that a subscriber gets, who has all the rest and could
 * come from another address each time.
 */
export function networkOf(written: string): string {
  const address = withoutPort(written);
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [before = '', after] = address.split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const missing = after === undefined ? 0 : 8 - groups(before).length - groups(after).length;
  const all = [...groups(before), ...Array<string>(missing).fill('0'), ...groups(after ?? '')];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
