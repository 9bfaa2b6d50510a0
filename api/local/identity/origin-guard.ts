/**
 * Tells why a request is refused, or undefined. Whatever sends `Bearer owner` may list accounts: only the site and this server, by their loopback names, may call it from a browser.
 */
export function createOriginGuard({ port, siteUrl }: { port: number; siteUrl: string }) {
  const site = new URL(siteUrl);
  const hosts = new Set([site.host, ...loopbackHosts(String(port)), ...loopbackHosts(site.port)]);
  const origins = new Set([site.origin, ...[...hosts].map((host) => `http://${host}`)]);

  return (headers: Headers): string | undefined => {
    if (!hosts.has(headers.get('host') ?? '')) return 'unknown host';
    if (headers.has('origin') && !origins.has(headers.get('origin') ?? '')) return 'unknown origin';
    if (headers.get('sec-fetch-site') === 'cross-site') return 'cross-site request';
    return undefined;
  };
}

function loopbackHosts(port: string): string[] {
  return port ? [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`] : [];
}
