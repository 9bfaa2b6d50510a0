/**
 * Returns a function that gives the reason for rejecting a request, or undefined. `Bearer owner` may list all accounts. A browser may
 * therefore call only from the site and from this server, under their loopback names.
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
