import { join } from 'node:path';
import { environmentsOf } from '../../api/local/environment.ts';
import { loadSecrets } from '../../api/local/secrets.ts';
import { createService, type Service } from '../../api/local/service.ts';
import type { Site } from '../../api/local/site.ts';

/** The environment with which the site starts its API, in a folder that `startOnly` made. */
export function apiEnvironment(site: Site, dir: string): Record<string, string> {
  const portOf = (address: string) => Number(new URL(address).port);
  const { addresses } = site;
  const ports = {
    site: portOf(addresses.site),
    api: portOf(addresses.api),
    data: portOf(addresses.data),
    identity: portOf(addresses.identity),
    payments: portOf(addresses.payments),
    smtp: portOf(addresses.smtp),
    inbox: portOf(addresses.inbox),
    videos: portOf(addresses.videos),
  };
  return environmentsOf({ dir, ports, secrets: loadSecrets(join(dir, 'secrets.json')), releases: join(dir, 'releases'), watch: false }).api;
}

/** One more API process, in the hands of a scenario. */
export function apiProcess(dir: string, env: Record<string, string>): Service {
  return createService({
    name: 'api',
    command: ['api/src/server.ts'],
    cwd: new URL('../..', import.meta.url).pathname,
    env,
    readyUrl: `http://127.0.0.1:${env.API_PORT}/readyz`,
    logFile: join(dir, 'logs', `api-${env.API_PORT}.log`),
    onUnexpectedEnd: (error) => {
      throw error;
    },
  });
}
