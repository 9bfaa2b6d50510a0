import { isIPv6 } from 'node:net';

/**
 * Returns the caller's address: the last hop in `X-Forwarded-For` that no trusted proxy added. Entries that the caller put in front change
 * nothing. Without trusted proxies the header is ignored.
 */
export function clientAddress(forwardedFor: string | undefined, socketAddress: string | undefined, trustedProxies: number): string {
  const hops = [...(forwardedFor ?? '').split(',').map((hop) => hop.trim()), socketAddress ?? ''].filter(Boolean);
  return hops.at(-1 - Math.min(trustedProxies, hops.length - 1)) ?? 'unknown';
}

/** Some proxies add the caller's port, which differs with each connection. */
const withoutPort = (address: string): string =>
  /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(address)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? address;

/**
 * Returns the network that rate limits count as one caller: an IPv4 address, or the first 64 bits of an IPv6 address. A subscriber gets a
 * whole /64 and could use another address of it for each request.
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
