import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { createCdn } from '@site/shared/cdn/cdn.ts';
import { ClientAddressSchema } from '@site/shared/contracts/admin-settings.ts';
import { DAY_MS } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { signLink } from '../platform/signed-links.ts';
import { ask, type Check, Fault, Inapplicable, isLoopback, requirePublic } from './check.ts';
import type { Installation } from './installation.ts';

const HALF_A_YEAR_S = 15_768_000;
const SOON_MS = 14 * DAY_MS;
const PROOF_MS = 60_000;
/** An address reserved for documentation (RFC 5737), which no visitor can have. */
const FORGED = '203.0.113.77';
const ReadySchema = v.object({ status: v.string(), checks: v.array(v.object({ name: v.string(), ok: v.nullable(v.boolean()) })) });

/** Checks the site from a visitor's point of view. */
export const siteChecks = (site: Installation): Check[] => {
  const address = () => site.need('SITE_URL').SITE_URL;
  let asked: Promise<Response> | undefined;
  /** Returns the home page, which is fetched once. */
  const home = () => {
    asked ??= ask(`${address()}/`, { headers: { accept: 'text/html' } });
    return asked;
  };
  const publicAddress = () => {
    requirePublic(address());
    return new URL(address());
  };

  async function seenAs(forwardedFor?: string) {
    const { LINKS_SECRET } = site.need('LINKS_SECRET');
    const expiresAt = Date.now() + PROOF_MS;
    const proof = signLink(LINKS_SECRET, { purpose: 'client_address', id: randomUUID(), generation: 0, expiresAt });
    const answer = await ask(`${address()}/api/client-address?${new URLSearchParams({ proof })}`, {
      headers: forwardedFor ? { 'x-forwarded-for': forwardedFor } : {},
    });
    if (!answer.ok) throw new Fault(`/api/client-address: ${answer.status}`);
    return v.parse(ClientAddressSchema, await answer.json());
  }

  return [
    {
      id: 'site.answers',
      test: async () => {
        const { status } = await home();
        if (status !== 200) throw new Fault(String(status));
        return address();
      },
    },
    {
      id: 'site.https',
      test: () => {
        const { protocol } = publicAddress();
        if (protocol !== 'https:') throw new Fault(protocol);
        return undefined;
      },
    },
    {
      id: 'site.certificate',
      isAdvice: true,
      after: 'site.https',
      test: async () => {
        const until = await readCertificateEnd(publicAddress());
        if (until.getTime() < Date.now() + SOON_MS) throw new Fault(until.toISOString());
        return until.toISOString().slice(0, 10);
      },
    },
    {
      id: 'site.redirect',
      after: 'site.https',
      test: async () => {
        const { host } = publicAddress();
        const { status, headers } = await ask(`http://${host}/`);
        const location = headers.get('location') ?? '';
        if (!(status >= 301 && status <= 308 && location.startsWith('https://'))) throw new Fault(`${status} ${location}`.trim());
        return undefined;
      },
    },
    {
      id: 'site.hsts',
      after: 'site.https',
      test: async () => {
        publicAddress();
        const header = (await home()).headers.get('strict-transport-security') ?? '';
        if (Number(/max-age=(\d+)/.exec(header)?.[1] ?? 0) < HALF_A_YEAR_S) throw new Fault(header || '∅');
        return undefined;
      },
    },
    {
      id: 'site.www',
      isAdvice: true,
      after: 'site.https',
      test: async () => {
        const { host } = publicAddress();
        const other = host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`;
        const { status, headers } = await ask(`https://${other}/`);
        const location = headers.get('location') ?? '';
        if (!location.startsWith(`https://${host}/`)) throw new Fault(`${other}: ${status} ${location}`.trim());
        return undefined;
      },
    },
    {
      id: 'site.ready',
      test: async () => {
        const { status, checks } = v.parse(ReadySchema, await (await ask(`${address()}/readyz`)).json());
        const missing = checks.filter(({ ok }) => ok === false).map(({ name }) => name);
        if (status !== 'ready') throw new Fault(missing.join(', ') || status);
        return undefined;
      },
    },
    {
      id: 'site.settings',
      after: 'site.answers',
      test: async () => {
        const { siteUrl, identity } = await site.published();
        const given = site.need('SITE_URL', 'FIREBASE_PROJECT_ID');
        const pairs = [
          [siteUrl, given.SITE_URL],
          [identity.projectId, given.FIREBASE_PROJECT_ID],
          [identity.apiKey, site.others.FIREBASE_API_KEY],
          [identity.authDomain, site.others.FIREBASE_AUTH_DOMAIN],
        ];
        const wrong = pairs.filter(([shown, own]) => own !== undefined && shown !== own);
        if (wrong.length > 0) throw new Fault(wrong.map(([shown, own]) => `${shown} ≠ ${own}`).join(', '));
        return undefined;
      },
    },
    {
      id: 'site.policy',
      after: 'site.answers',
      test: async () => {
        const policy = (await home()).headers.get('content-security-policy') ?? '';
        const sources = (name: string) => policy.match(new RegExp(`(?:^|; )${name} ([^;]*)`))?.[1]?.split(' ') ?? [];
        const { identity } = await site.published();
        const files = new URL(site.need('SUPABASE_URL').SUPABASE_URL).origin;
        const frame = isLoopback(`http://${identity.authDomain}`) ? "'self'" : `https://${identity.authDomain}`;
        const missing = [
          ...(sources('connect-src').includes(files) ? [] : [`connect-src ${files}`]),
          ...(sources('frame-src').includes(frame) ? [] : [`frame-src ${frame}`]),
        ];
        if (missing.length > 0) throw new Fault(`− ${missing.join(', ')}`);
        return undefined;
      },
    },
    {
      id: 'site.address',
      test: async () => {
        const { TRUSTED_PROXIES } = site.need('TRUSTED_PROXIES');
        const { network, proxies } = await seenAs();
        if (proxies !== TRUSTED_PROXIES) throw new Fault(`TRUSTED_PROXIES: ${TRUSTED_PROXIES} ≠ ${proxies}`);
        const forged = await seenAs(FORGED);
        if (forged.network !== network) throw new Fault(`X-Forwarded-For: ${forged.network} ≠ ${network}`);
        return network;
      },
    },
    {
      id: 'site.purge',
      test: async () => {
        const { PURGE_URL, PURGE_TOKEN } = site.env;
        if (!PURGE_URL && !PURGE_TOKEN) throw new Inapplicable('not_set', 'PURGE_URL');
        const cache = site.need('PURGE_URL', 'PURGE_TOKEN');
        // No page has this cache tag, so the purge changes nothing.
        await createCdn(cache.PURGE_URL, cache.PURGE_TOKEN).purge(['doctor']);
        return undefined;
      },
    },
  ];
};

const HANDSHAKE_LIMIT_MS = 5_000;

function readCertificateEnd({ hostname, port }: URL): Promise<Date> {
  return new Promise((resolve, reject) => {
    const name = isIP(hostname) === 0 ? { servername: hostname } : {};
    const socket = connect({ host: hostname, port: Number(port || 443), timeout: HANDSHAKE_LIMIT_MS, ...name }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('timeout'))).once('error', reject);
  });
}
