import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { API_SECRETS } from '@site/shared/process/api-secrets.ts';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readInstallation } from '../../api/src/doctor/env.ts';
import { API_VARIABLES } from '../../api/src/platform/env.ts';
import { PAYMENT_EVENTS } from '../../api/src/resources/money/payments/payment-events.ts';
import { SHELL_VARIABLES } from '../../shell/server/env.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test("the API trusts the shell servers' addresses, so that no visitor's address is lost on the way", () => {
  const way = /^http:\/\/edge:8080 \{[\s\S]*?^\}/m.exec(read('.container/Caddyfile'))?.[0];
  expect(way).toContain('trusted_proxies private_ranges');
});

test("the image sets no folder of releases, because the API's doctor would check an unused folder", () => {
  const [, set = ''] =
    /^ENV (.*)$/m.exec(
      read('.container/Containerfile')
        .split(/^FROM /m)
        .at(-1) ?? '',
    ) ?? [];
  const variables = Object.fromEntries(set.split(' ').map((one) => one.split('=')));
  const { RELEASES_DIR, RELEASES_BUCKET_URL } = readInstallation({ ...variables, ...compose.services['api-1']?.environment }).others;
  expect([variables.NODE_ENV, RELEASES_DIR, RELEASES_BUCKET_URL]).toEqual(['production', undefined, undefined]);
  for (const name of ['shell-1', 'install-releases'])
    expect(compose.services[name]?.environment).toMatchObject({ RELEASES_DIR: '/releases' });
});

test('the image contains the named files, and nothing of the Git history', () => {
  const last =
    read('.container/Containerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  const sources = [...last.matchAll(/^(?:COPY|ADD) (?:--from=\w+ )?(\S+)/gm)].map(([, source = '']) => source);
  expect(sources.length).toBeGreaterThan(10);
  expect(sources.filter((source) => /^[./]*$|\.git/.test(source))).toEqual([]);
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', '.env']));
});

type Service = {
  env_file?: string;
  environment?: Record<string, unknown>;
  networks?: string[] | Record<string, unknown>;
  network_mode?: string;
  healthcheck?: { test: string[] };
  logging?: { driver?: string; options?: Record<string, unknown> };
};
const compose: { services: Record<string, Service>; networks: Record<string, { internal?: boolean }> } = parse(
  read('.container/compose.yaml'),
  { merge: true },
);
const names = Object.keys(compose.services);
const networksOf = (name: string): string[] => {
  const { networks = [], network_mode } = compose.services[name] as Service;
  if (network_mode === 'none') return [];
  return Array.isArray(networks) ? networks : Object.keys(networks);
};
/** Returns the names of the variables in an example of an env file. */
const variablesIn = (file: string): string[] => [...read(file).matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);

test('each container reaches the services it needs, and the public container reaches no storage', () => {
  const together = (one: string, other: string) => networksOf(one).some((network) => networksOf(other).includes(network));
  const reached = (from: string) => names.filter((other) => other !== from && together(from, other)).toSorted();
  for (const shell of ['shell-1', 'shell-2']) expect(reached(shell).filter((name) => !name.startsWith('shell'))).toEqual(['edge']);
  expect(reached('db')).toEqual(['migrate', 'rest', 'storage']);
  expect(reached('api-1')).toEqual(['api-2', 'backup', 'edge']);
  expect(reached('backup')).toEqual(['api-1', 'api-2', 'edge']);
  expect(reached('install-releases')).toEqual([]);
  expect([compose.networks.rows?.internal, compose.networks.files?.internal]).toEqual([true, true]);
});

test('a process gets no secret of the API and no database key that it does not need', () => {
  const files = names.map((name) => [name, compose.services[name]?.env_file] as const).filter(([, file]) => file !== undefined);
  expect(files).toEqual([
    ['api-1', 'api.env'],
    ['api-2', 'api.env'],
    ['shell-1', 'shell.env'],
    ['shell-2', 'shell.env'],
    ['install-releases', 'releases.env'],
  ]);
  expect(variablesIn('.container/shell.env.example').filter((name) => API_SECRETS.some((secret) => secret === name))).toEqual([]);
  const told = (secret: string) =>
    names.filter((name) => JSON.stringify(compose.services[name]?.environment ?? {}).includes(`\${${secret}}`));
  expect(told('POSTGRES_PASSWORD')).toEqual(['migrate', 'db', 'rest', 'storage']);
  expect(told('JWT_SECRET')).toEqual(['rest', 'storage']);
  expect(told('SUPABASE_SECRET_KEY')).toEqual(['api-1', 'api-2', 'backup', 'storage']);
});

test.each([
  ['api', API_VARIABLES, 'api-1'],
  ['shell', SHELL_VARIABLES, 'shell-1'],
] as const)('the process reads every variable that the guide sets for %s', (process, known, service) => {
  const given = [...variablesIn(`.container/${process}.env.example`), ...Object.keys(compose.services[service]?.environment ?? {})];
  expect(given.filter((name) => !known.includes(name))).toEqual([]);
});

test('the process that signs files for new shells can get another key while the old one is still trusted', () => {
  expect(variablesIn('.container/releases.env.example')).toEqual(['RELEASE_PRIVATE_KEY', 'RELEASE_PUBLIC_KEYS']);
});

test('the data service serves rows only to the addresses of API and backup, and lets the site upload and read files', () => {
  const addresses = ['api-1', 'api-2', 'backup'].map((name) => {
    const { networks } = compose.services[name] as { networks: { back: { ipv4_address: string } } };
    return networks.back.ipv4_address;
  });
  expect(compose.services.edge?.environment?.API_ADDRESSES).toBe(addresses.join(' '));
  const data = /^\{\$DATA_DOMAIN\} \{[\s\S]*?^\}/m.exec(read('.container/Caddyfile'))?.[0] ?? '';
  expect(data).toContain('@outside not remote_ip {$API_ADDRESSES}');
  expect(data).toContain('header Access-Control-Allow-Origin "https://{$SITE_DOMAIN}"');
  expect(data).toMatch(
    /Access-Control-Allow-Methods "GET, PUT"[\s\S]*Access-Control-Allow-Headers "content-type, range"[\s\S]*respond 204/,
  );
});

test('the guide names exactly the events that the API handles', () => {
  const named = read('shared/docs/operation.md').matchAll(/`((?:checkout|payment_intent|charge|refund)\.[a-z_.]+)`/g);
  expect([...named].map(([, event]) => event).toSorted()).toEqual([...PAYMENT_EVENTS].toSorted());
});

test("an upload link of the storage is valid for the time that the API states, and the storage's roles may use its tables", () => {
  expect(compose.services.storage?.environment).toMatchObject({ UPLOAD_SIGNED_URL_EXPIRATION_TIME: 7_200 });
  expect(read('.container/storage-schema.sql')).toMatch(/grant usage on schema storage to .*service_role/);
});

test('no container fills the disk with its logs', () => {
  for (const name of names)
    expect([name, compose.services[name]?.logging]).toEqual([
      name,
      { driver: 'json-file', options: { 'max-size': expect.stringMatching(/^\d+m$/), 'max-file': expect.stringMatching(/^\d+$/) } },
    ]);
});

test('a deploy waits for each new instance, stops at the first one that is not ready, and keeps the rollback', () => {
  const steps = /docker tag \S.* semente:before[\s\S]*?^ *done$/m.exec(read('shared/docs/operation.md'))?.[0] ?? '';
  expect(steps).toContain('for one in api-1 api-2 shell-1 shell-2; do');
  expect(steps).toMatch(/ up -d --no-deps --wait --wait-timeout \d+ \$one \|\| break$/m);
  expect(steps).not.toMatch(/(build|migrate|install-releases)$/m);
});

test("the platform's health check asks whether the process lives, and a deploy asks whether it is ready", async () => {
  expect(/^HEALTHCHECK .*$/m.exec(read('.container/Containerfile'))?.[0]).toContain('/healthz');
  const asked: string[] = [];
  let status = 503;
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const askAs = async (name: string, variable: string) => {
    const [, , ...args] = compose.services[name]?.healthcheck?.test ?? [];
    const [code] = await once(spawn(process.execPath, args, { env: { SITE_PORT: '9', API_PORT: '9', [variable]: String(port) } }), 'exit');
    return code;
  };
  expect(await askAs('shell-1', 'SITE_PORT')).toBe(1);
  status = 200;
  expect([await askAs('shell-2', 'SITE_PORT'), await askAs('api-1', 'API_PORT')]).toEqual([0, 0]);
  expect(asked).toEqual(['/readyz', '/readyz', '/readyz']);
  server.close();
});

test("the site's other name, with or without www, redirects to the site, and is optional", () => {
  const block = /^\{\$OTHER_DOMAIN\} \{[\s\S]*?^\}/m.exec(read('.container/Caddyfile'))?.[0] ?? '';
  expect(block).toContain('redir https://{$SITE_DOMAIN}{uri} permanent');
  expect(variablesIn('.container/data.env.example')).toContain('OTHER_DOMAIN');
  // Caddy rejects a block without an address, so the block needs one.
  expect(compose.services.edge?.environment?.OTHER_DOMAIN).toMatch(/^\$\{OTHER_DOMAIN:-http:\/\/\S+\.invalid\}$/);
});

test('a restore on a new server begins with restoring the files that no backup contains', () => {
  const [, before = '', steps = ''] =
    /^\*\*Restore on an empty server\*\*([\s\S]*?)```sh\n([\s\S]*?)```/m.exec(read('shared/docs/operation.md')) ?? [];
  expect(before).toContain('`*.env` files');
  expect(steps).toContain('-v /srv/2026-03-01:/copy:ro backup restore /copy');
});
