// R6: hosts and APIs are deployed one process at a time, with a release and a rollback of a remote in between, while people read and buy. A
// process with many running requests is stopped.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { publish } from '../../shared/releases/publish.ts';
import { readRegistry } from '../../shared/releases/registry-file.ts';
import { openSigningStore } from '../../shared/releases/release-store.ts';
import { keepShellFiles } from '../../shared/releases/shell-files.ts';
import { makeLive, rollback } from '../../shared/releases/switch.ts';
import { changedBuild } from '../setup/changed-build.ts';
import { type Purchases, startBuyer } from './buyers.ts';
import { type Instances, openInstances } from './instances.ts';
import { PAGES } from './public-pages.ts';
import { buildSecondShell } from './second-shell-build.ts';
import { startVisitors, type Visits } from './visitors.ts';

const UNDER_WAY = 200;
const REMOTE = 'mfe-shop';
const HEADING = 'Livros para ler com calma';
const by = { by: 'load', commit: null };

export type DeployFigures = {
  visits: Visits;
  purchases: Purchases;
  repeated: number;
  cutOff: number;
  /** Addresses of scripts and styles named by any page that were missing when requested again at the end. */
  gone: number;
  /** The entries of hosts that visitors got. */
  hosts: number;
  /** The releases of one remote that visitors got, and whether all shells show the first one again after the rollback. */
  releases: number;
  isRolledBack: boolean;
  /** The failed answers of 200 running requests at the time of the stop, and the milliseconds until the process ended. */
  stops: { process: string; failed: string[]; ms: number }[];
};

export async function rollingDeploy({ requests, parallel }: { requests: number; parallel: number }): Promise<DeployFigures> {
  const instances = await openInstances();
  const { tools, apis, shells, dir } = instances;
  const { site } = tools.addresses;
  try {
    await tools.addBooks({ id: 'a-casa' }, { id: 'o-jardim' });
    const next = buildSecondShell(join(dir, 'next-house'));
    await keepShellFiles(openSigningStore({ RELEASES_DIR: instances.releases }), join(next, 'shell/dist/client'));
    const remote = await anotherRelease(instances.releases);
    const visitors = startVisitors(site, PAGES, parallel);
    const buyer = await startBuyer(instances);
    const passes = async (share: number) => {
      while (visitors.asked() < requests * share) await sleep(50);
    };
    for (const index of [0, 1]) {
      await passes(0.1 + index * 0.15);
      await apis[index]?.kill('SIGTERM');
      await apis[index]?.start();
      await passes(0.2 + index * 0.15);
      await shells[index]?.kill('SIGTERM');
      await instances.startShell(index, next);
      // The next remote is loaded by an old and a new host.
      await passes(0.25 + index * 0.3);
      await (index === 0 ? remote.goesLive() : remote.isTakenBack());
    }
    const visits = await visitors.leave(requests);
    const purchases = await buyer.leave();
    const { front, inner } = instances.balancers;
    const [repeated, cutOff] = [front.repeated() + inner.repeated(), front.cutOff() + inner.cutOff()];
    const shown = await Promise.all(instances.shellAddresses.map(async (shell) => await (await fetch(`${shell}/shop`)).text()));
    const late = await Promise.all([...visits.addresses].map(async (path) => (await fetch(`${site}${path}`)).status));
    const stops = [
      { process: 'API', ...(await stopUnderWay(instances, 'api')) },
      { process: 'shell server', ...(await stopUnderWay(instances, 'shell')) },
    ];
    return {
      visits,
      purchases,
      repeated,
      cutOff,
      gone: late.filter((status) => status !== 200).length,
      hosts: [...visits.addresses].filter((path) => /^\/_s\/(shell|main)[^/]*[.]js$/.test(path)).length,
      releases: new Set([...visits.addresses].flatMap((path) => path.match(`/_r/${REMOTE}/[0-9a-z]+/`) ?? [])).size,
      isRolledBack: shown.every((html) => html.includes(HEADING) && html.includes(remote.before)),
      stops,
    };
  } finally {
    await instances.close();
  }
}

/** Uploads a build of the remote with another heading to the store in `folder`, and returns how to make it live and roll it back. */
async function anotherRelease(folder: string) {
  const store = openSigningStore({ RELEASES_DIR: folder });
  const before = (await readRegistry(store)).remotes[REMOTE]?.version;
  if (!before) throw new Error(`${REMOTE} is not released`);
  const build = changedBuild(join(folder, REMOTE, before), HEADING, 'Livros para guardar');
  const release = await publish(store, REMOTE, { ...by, build });
  rmSync(build, { recursive: true });
  return {
    before,
    goesLive: () => makeLive(store, [release], by),
    isTakenBack: async () => void (await rollback(store, REMOTE, undefined, by)),
  };
}

/** Stops a process with 200 running requests on separate connections, none of which is answered until the data service continues. */
async function stopUnderWay(instances: Instances, which: 'api' | 'shell'): Promise<{ failed: string[]; ms: number }> {
  const { apis, shells, apiAddresses, shellAddresses, site } = instances;
  const process = (which === 'api' ? apis : shells)[0];
  const address = (which === 'api' ? apiAddresses : shellAddresses)[0];
  const pathOf = (n: number) => (which === 'shell' && n % 10 === 0 ? '/shop/ebook/a-casa' : '/api/ebooks/a-casa');
  site.processes.data.pause();
  const asked = Array.from({ length: UNDER_WAY }, async (_, n) => {
    const answer = await fetch(`${address}${pathOf(n)}`);
    await answer.text();
    if (answer.status !== 200) throw new Error(`${answer.status} ${pathOf(n)}`);
  });
  const answers = Promise.allSettled(asked);
  await sleep(400);
  const started = performance.now();
  const gone = process?.kill('SIGTERM');
  await sleep(200);
  site.processes.data.resume();
  const failed = (await answers).flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason)] : []));
  await gone;
  const ms = performance.now() - started;
  await process?.start();
  return { failed, ms };
}
