import { join } from 'node:path';
import { localPublicKey } from '@site/shared/releases/local-key.ts';
import { keyFileOf } from '@site/shared/releases/release-store.ts';
import { type Addresses, type Environments, environmentsOf } from '../../api/local/environment.ts';
import { loadSecrets } from '../../api/local/secrets.ts';
import { createService, type Service } from '../../api/local/service.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Returns the environment variables with which a site in this folder starts its processes. */
export function environmentsIn(addresses: Addresses, dir: string, releases = join(dir, 'releases')): Environments {
  const portOf = (address: string) => Number(new URL(address).port);
  const ports = {
    site: portOf(addresses.site),
    api: portOf(addresses.api),
    data: portOf(addresses.data),
    identity: portOf(addresses.identity),
    payments: portOf(addresses.payments),
    smtp: portOf(addresses.smtp),
    inbox: portOf(addresses.inbox),
    videos: portOf(addresses.videos),
    imap: portOf(addresses.imap),
  };
  const releaseKey = localPublicKey(keyFileOf({ RELEASES_DIR: releases }));
  return environmentsOf({ dir, ports, secrets: loadSecrets(join(dir, 'secrets.json')), releases, releaseKey, watch: false });
}

/** Creates one more process of the product, which a test controls. */
function productProcess(name: string, entry: string, port: string | undefined, dir: string, env: Record<string, string>): Service {
  return createService({
    name,
    command: [entry],
    cwd: ROOT,
    env,
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    logFile: join(dir, 'logs', `${name}-${port}.log`),
    onUnexpectedEnd: (error) => {
      throw error;
    },
  });
}

export const apiProcess = (dir: string, env: Record<string, string>): Service =>
  productProcess('api', 'api/src/server.ts', env.API_PORT, dir, env);

/** Creates a shell server. `house` is the folder of its build, by default this checkout. */
export const shellProcess = (dir: string, env: Record<string, string>, house: string = ROOT): Service =>
  productProcess('shell', join(house, 'shell/server/main.ts'), env.SITE_PORT, dir, env);
