// Two API processes and two shell servers, each pair behind a balancer, as a platform runs them in production.
import { join } from 'node:path';
import { createService, type Service } from '../../api/local/service.ts';
import { toolsOf } from '../contract/api/site-tools.ts';
import { startOnly } from '../contract/stand-ins/targets.ts';
import { freePorts } from '../setup/free-ports.ts';
import { apiProcess, environmentsIn, shellProcess } from '../setup/site-process.ts';
import { startBalancer } from './balancer.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const at = (port: number) => `http://127.0.0.1:${port}`;

export type Instances = Awaited<ReturnType<typeof openInstances>>;

export async function openInstances() {
  // The balancers listen at the site's own addresses, so that every visitor uses them.
  const { site, dir, close } = await startOnly(['data', 'identity', 'mail', 'payments', 'videos']);
  const environments = environmentsIn(site.addresses, dir);
  const ports = [await freePorts(), await freePorts()];
  const releases = join(dir, 'releases');
  const build = createService({
    name: 'build',
    command: ['api/local/build-site.ts'],
    cwd: ROOT,
    env: environments.build,
    logFile: join(dir, 'logs', 'build.log'),
    onUnexpectedEnd: () => undefined,
  });
  await build.runToEnd();

  // Three proxies are in front of the API: the visitor's balancer, the shell's server, and the balancer between them.
  const apis = ports.map(({ api }) => apiProcess(dir, { ...environments.api, API_PORT: String(api), TRUSTED_PROXIES: '3' }));
  const shellEnvironments = ports.map((port) => ({ ...environments.shell, SITE_PORT: String(port.site) }));
  const shells: Service[] = shellEnvironments.map((env) => shellProcess(dir, env));
  const portOf = (address: string) => Number(new URL(address).port);
  const inner = await startBalancer(
    portOf(site.addresses.api),
    ports.map(({ api }) => at(api)),
  );
  const front = await startBalancer(
    portOf(site.addresses.site),
    ports.map((port) => at(port.site)),
  );
  await Promise.all(apis.map((api) => api.start()));
  await Promise.all(shells.map((shell) => shell.start()));

  return {
    tools: toolsOf(site),
    site,
    dir,
    releases,
    apis,
    apiAddresses: ports.map(({ api }) => at(api)),
    shells,
    shellAddresses: ports.map((port) => at(port.site)),
    balancers: { front, inner },
    /** Restarts the shell server of `index` from `house`. */
    startShell: async (index: number, house?: string) => {
      const env = shellEnvironments[index];
      if (!env) throw new Error(`there is no shell ${index}`);
      const shell = shellProcess(dir, env, house);
      shells[index] = shell;
      await shell.start();
    },
    close: async () => {
      await Promise.all([...shells, ...apis].map((process) => process.stop()));
      await Promise.all([front.close(), inner.close()]);
      await close();
    },
  };
}
