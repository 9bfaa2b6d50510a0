import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildRooms } from '@site/shared/build/build.ts';
import { filesUnder, LICENCES_FILE, ROOMS, ROOT } from '@site/shared/build/rooms.ts';
import { REMOTE_NAMES, SHARED_KEYS } from '@site/shared/federation/remote.ts';
import * as react from 'react';
import * as jsx from 'react/jsx-runtime';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';

vi.spyOn(console, 'log').mockImplementation(() => undefined);
beforeAll(() => buildRooms(), 300_000);

type Container = { init(scope: object): unknown; get(module: string): Promise<() => { routes: { path: string }[] }> };

const filesOf = (room: string, half: 'client' | 'server', ending: string) =>
  filesUnder(join(ROOT, room, 'dist', half))
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ file, text: readFileSync(join(ROOT, room, 'dist', half, file), 'utf8') }));

describe.each(REMOTE_NAMES)('%s', (name) => {
  const load = async () => (await import(pathToFileURL(join(ROOT, name, 'dist/server/remoteEntry.mjs')).href)) as Container;
  const asked = new Map<string, number>();
  const site = new Proxy({}, { get: (_, key) => (key === '__esModule' ? true : () => undefined), has: () => true });
  const scopeOf = (key: string, module: object) => ({
    '1.0.0': {
      get: () => {
        asked.set(key, (asked.get(key) ?? 0) + 1);
        return () => module;
      },
      loaded: true,
      eager: true,
      from: 'shell',
    },
  });

  it('a built remote exposes its routes with paths from the root of the site', async () => {
    const container = await load();
    const modules = { react, 'react/jsx-runtime': jsx, '@site/shared/site/site.ts': site } satisfies Record<
      (typeof SHARED_KEYS)[number],
      object
    >;
    await container.init(Object.fromEntries(Object.entries(modules).map(([key, module]) => [key, scopeOf(key, module)])));
    const { routes } = (await container.get('./routes'))();
    expect(routes.length).toBeGreaterThan(0);
    for (const { path } of routes) expect(path).toMatch(/^[a-z-]+(\/:?[a-zA-Z-]+)*$/);
  });

  it('a built remote exposes only the expected modules', async () => {
    await expect((await load()).get('./app')).rejects.toThrow('./app');
    const entry = readFileSync(join(ROOT, name, 'dist/client/remoteEntry.js'), 'utf8');
    expect(entry.match(/"\.\/[a-z-]+":/g)).toEqual(['"./routes":']);
  });

  it('a built remote takes React and the facade from the shell: one router, one cart and one session a page', () => {
    const code = [...filesOf(name, 'server', '.mjs'), ...filesOf(name, 'client', '.js')];
    for (const key of SHARED_KEYS) expect(code.some(({ text }) => text.includes(key))).toBe(true);
    const second = code.filter(({ text }) =>
      /shared\/src\/(cart|player|session|toasts)\/|preferences-context\.tsx|node_modules\/(react-dom|react-router|zustand)\//.test(text),
    );
    expect(second.map(({ file }) => file)).toEqual([]);
  });
});

it('two remotes never use the same CSS class name', () => {
  const owners = new Map<string, string>();
  for (const room of ROOMS)
    for (const { text } of filesOf(room, 'client', '.css'))
      for (const [, name = ''] of text.matchAll(/\.([a-z][\w-]*_[\w-]+)/gi)) {
        expect(owners.get(name) ?? room, name).toBe(room);
        owners.set(name, room);
      }
  expect(new Set(owners.values())).toEqual(new Set(ROOMS));
});

it('late parts of the frame have their styles in the page, which shows them earlier', () => {
  const { late } = JSON.parse(readFileSync(join(ROOT, 'shell/dist/client/pages.json'), 'utf8'));
  expect(late.scripts).not.toEqual([]);
  expect(late.styles).toEqual([]);
});

it.each([
  ['shell', 'react-dom 19', 'firebase 12', '@fontsource-variable/fraunces 5', 'Apache License', 'SIL OPEN FONT LICENSE'],
  ['mfe-shop', 'valibot 1'],
  ['mfe-podcast', 'valibot 1'],
  ['mfe-dashboards', 'valibot 1', 'pdfjs-dist 6', 'LICENSE_FOXIT', 'LICENSE_OPENJPEG'],
])('the scripts of %s ship with the licences of their authors', (room, ...named) => {
  const text = readFileSync(join(ROOT, room, 'dist/client', LICENCES_FILE), 'utf8');
  for (const part of [...named, 'Permission is hereby granted, free of charge']) expect(text).toContain(part);
});

describe('the built files of a room', () => {
  const accounts = Object.values(demoAccounts).map(({ email }) => email);
  const secrets = [
    /\b[sr]k_(test|live)_\w{8}/,
    /\bwhsec_\w{8}/,
    /\bsb_secret_\w{4}/,
    /\bservice_role\b/,
    /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
    // The settings tab mentions ADMIN_EMAILS to the owner. The check above looks for the addresses themselves.
    /\b(STRIPE_SECRET_KEY|SUPABASE_SECRET_KEY|STRIPE_WEBHOOK_SECRET|SMTP_URL|LINKS_SECRET)\b/,
    // A path of the build machine is not allowed either, whichever machine it was.
    /[^\w.](\/home|\/Users|\/root|[A-Z]:\\\\Users)[/\\]\w/,
  ];
  const sourceMap = /\bsourcesContent\b|[#@] ?source(Mapping)?URL=/;

  it.each(['mfe-shop', 'mfe-podcast', 'mfe-dashboards', 'shell'])(
    'no built file of %s holds a secret, the address of an admin, a path of this machine or a source map',
    (room) => {
      const dist = join(ROOT, room, 'dist');
      // Source maps are stored outside the served files, for reading error reports. Browsers cannot fetch them.
      const files = filesUnder(dist).filter(
        (file) => !file.startsWith('maps/') && /[.](m?js|css|html|json|map|svg|txt|webmanifest)$/.test(file),
      );
      expect(files.length).toBeGreaterThan(5);
      expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
      const found = files.flatMap((file) => {
        const text = readFileSync(join(dist, file), 'utf8');
        const told = [...accounts, ROOT].filter((fact) => text.includes(fact));
        const hidden = file.startsWith('client/') ? [...secrets, sourceMap] : secrets;
        return [...told, ...hidden.filter((secret) => secret.test(text)).map(String)].map((fact) => `${file}: ${fact}`);
      });
      expect(found).toEqual([]);
    },
  );
});
