/**
 * The caller's address: the last hop that no trusted proxy added to `X-Forwarded-For`. Whatever a caller writes in front of
 * it changes nothing, and without trusted proxies the header is not read.
 */
export function clientAddress(forwardedFor: string | undefined, socketAddress: string | undefined, trustedProxies: number): string {
  const hops = [...(forwardedFor ?? '').split(',').map((hop) => hop.trim()), socketAddress ?? ''].filter(Boolean);
  return hops.at(-1 - Math.min(trustedProxies, hops.length - 1)) ?? 'unknown';
}
