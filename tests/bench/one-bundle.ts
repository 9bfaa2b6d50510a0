// The other floor of P7: the shell's own server with the shop's pages in its bundle instead of in a remote's release.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { federatedWebpack } from '@site/shared/build/federated-webpack.ts';
import { API_SECRETS } from '@site/shared/process/api-secrets.ts';
import webpack, { type Configuration } from 'webpack';

/** A folder inside the checkout, so that packages are found. */
const PLACE = '.build/bench/one-bundle';
const READY_LIMIT_MS = 30_000;

/** The replacement of `shell/src/server/releases.ts`, in which every remote is already loaded. */
const bundled = (root: string) => `
import { routes } from '${root}/mfe-shop/src/routes.tsx';
import { resolvePages } from '${root}/shell/src/router/resolve-pages.ts';
export { publicReleases, releasedIntegrity } from '${root}/shell/src/server/releases.ts';
export const createReleaseLoader = () => {
  const pages = resolvePages(routes).then((found) => ({ routes: found, slots: {} }));
  return () => pages;
};
`;

async function bundle(root: string, to: string): Promise<void> {
  const releases = join(to, 'bundled-releases.mjs');
  writeFileSync(releases, bundled(root));
  const [, server] = federatedWebpack({ name: 'shell', directory: join(root, 'shell') });
  const replaced = new webpack.NormalModuleReplacementPlugin(/[/]releases[.]ts$/, (resource) => {
    if (resource.contextInfo.issuer.endsWith('render.tsx')) resource.request = releases;
  });
  const configuration: Configuration = {
    ...server,
    output: { ...server.output, path: join(to, 'dist/server') },
    plugins: [...(server.plugins ?? []), replaced],
  };
  await new Promise<void>((resolve, reject) =>
    webpack(configuration)?.run((error, stats) =>
      error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString('errors-only'))) : resolve(),
    ),
  );
}

/** Starts the server on `port`, with the variables of a running site's processes. Throws when it does not build or start. */
export async function startOneBundle(
  root: string,
  variables: Readonly<Record<string, string>>,
  port: number,
): Promise<{ url: string; child: ChildProcess }> {
  const to = join(root, PLACE);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const part of ['package.json', 'server', 'src', 'dist']) cpSync(join(root, 'shell', part), join(to, part), { recursive: true });
  await bundle(root, to);
  const isSecret = (name: string) => API_SECRETS.some((secret) => secret === name);
  const own = Object.fromEntries(Object.entries(variables).filter(([name]) => !isSecret(name)));
  const env = { ...process.env, ...own, SITE_PORT: String(port) };
  const child = spawn(process.execPath, [join(to, 'server/main.ts')], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + READY_LIMIT_MS;
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > until) throw new Error('the shell in one bundle does not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, child };
}
