// The commands of a release: `npm run release`, `rollback`, `promote`, `releases` and `purge`; README, Deployment.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildRooms } from '../build/build.ts';
import { ROOT } from '../build/rooms.ts';
import type { Cdn } from '../src/cdn/cdn.ts';
import { CONTRACT_VERSION, REMOTE_NAMES, type RemoteName } from '../src/federation/remote.ts';
import { type Author, currentAuthor } from './author.ts';
import { publish } from './publish.ts';
import { openCdn, purgeOldPages, purgePages } from './purge.ts';
import { readRegistry, releasesOf } from './registry-file.ts';
import { openReleaseStore, type ReleaseStore } from './release-store.ts';
import { makeLive, promote, prune, refuseOtherContract, rollback, startCanary, startPreview } from './switch.ts';

const USAGE = `npm run release -- <remote>…                   builds, tests and uploads remotes, and makes them live in one step
npm run release -- <remote> --canary <percent>  gives the release to some visitors only
npm run release -- <remote> --preview           makes nothing live, and prints the end of an address that shows it for a day
npm run release -- <remote> --untested          leaves out the remote's own tests; its record says so
npm run promote -- <remote>                     the canary becomes live
npm run rollback -- <remote> [version]          ends the canary, else goes back one release, or to the given one
npm run releases                                lists all releases
npm run releases -- --prune <days> [--yes]      removes releases that are older and not in use; without --yes only lists them
npm run purge                                   has caches before the site (PURGE_URL) forget all pages
Remotes: ${REMOTE_NAMES.join(', ')}`;

const options = {
  canary: { type: 'string' },
  preview: { type: 'boolean' },
  untested: { type: 'boolean' },
  prune: { type: 'string' },
  yes: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

type Given = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

function remoteNamed(name: string | undefined): RemoteName {
  const known = REMOTE_NAMES.find((remote) => remote === name);
  if (!known) throw new Error(`${name ?? 'No name'} is no remote.\n\n${USAGE}`);
  return known;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) return console.log(USAGE);
  const cdn = openCdn(process.env);
  const store = openReleaseStore(process.env);
  const author = currentAuthor();
  const [command, name, version] = positionals;
  if (command === 'list') return values.prune === undefined ? await list(store) : await removeOld(store, values);
  if (command === 'purge') return await forget(cdn, purgePages);
  if (!(await store.isGuarded())) console.warn(`${store.address} does not heed conditions for writing: release from one place at a time.`);
  if (command === 'rollback') {
    const live = await rollback(store, remoteNamed(name), version, author);
    console.log(`live: ${live.name} ${live.version}`);
  } else if (command === 'promote') {
    const live = await promote(store, remoteNamed(name), author);
    console.log(`live: ${live.name} ${live.version}`);
  } else {
    await releaseRemotes(store, positionals.map(remoteNamed), values, author);
    if (values.preview) return;
  }
  if (cdn) await forget(cdn, purgeOldPages);
}

async function forget(cdn: Cdn | null, purge: (cdn: Cdn) => Promise<void>): Promise<void> {
  if (!cdn) throw new Error('No cache is named: PURGE_URL and PURGE_TOKEN.');
  console.log('Caches before the site are told to forget their pages …');
  try {
    await purge(cdn);
    console.log('They heard.');
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`They may go on showing pages of before (${reason}). Tell them again with \`npm run purge\`.`);
  }
}

async function releaseRemotes(store: ReleaseStore, names: readonly RemoteName[], given: Given, author: Author): Promise<void> {
  const [first] = names;
  if (!first) throw new Error(`Which remote?\n\n${USAGE}`);
  const isPartial = given.canary !== undefined || given.preview;
  if (isPartial && names.length > 1) throw new Error('A canary or a preview is of one remote.');
  const registry = await readRegistry(store);
  for (const name of names) refuseOtherContract(registry, name, CONTRACT_VERSION);
  if (!registry.host) console.warn('No shell has started on this store yet: nobody was asked which contract it speaks.');

  await buildRooms(names, true);
  if (!given.untested) for (const name of names) await testRoom(name);
  const published = await Promise.all(names.map((name) => publish(store, name, { ...author, isTested: !given.untested })));

  const [release] = published;
  if (!release || !isPartial) {
    await makeLive(store, published, author);
    for (const { name, version } of published) console.log(`live: ${name} ${version}`);
  } else if (given.preview) {
    console.log(`not live: ${release.name} ${release.version}\npreview for a day: ?release=${await startPreview(store, release)}`);
  } else {
    await startCanary(store, release, Number(given.canary), author);
    console.log(`live for ${given.canary} % of the visitors: ${release.name} ${release.version}`);
  }
}

function testRoom(name: RemoteName): Promise<void> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const command = [vitest, 'run', '--config', 'tests/vitest.config.ts', '--project', 'unit', '--reporter=dot', `${name}/`];
  return new Promise((resolve, reject) => {
    spawn(process.execPath, command, { cwd: ROOT, stdio: 'inherit' })
      .on('error', reject)
      .on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The tests of ${name} fail. Nothing was released.`))));
  });
}

async function list(store: ReleaseStore): Promise<void> {
  const { host, remotes, live, canaries } = await readRegistry(store);
  console.log(
    `${store.address}\nshell ${host ? `${host.version}, contract ${host.contract}, since ${host.startedAt}` : 'has not started yet'}`,
  );
  for (const name of REMOTE_NAMES) {
    const canary = canaries?.[name];
    for (const { version, contract, releasedAt, releasedBy, commit, files, isTested } of await releasesOf(store, name)) {
      const mark = version === remotes[name]?.version ? '→' : version === canary?.release.version ? `${canary.percent}%` : '';
      const size = Object.entries(files).reduce((sum, [path, { bytes }]) => (path.startsWith('maps/') ? sum : sum + bytes), 0);
      const facts = [`contract ${contract}`, `${Math.ceil(size / 1024)} KB`, releasedAt, `by ${releasedBy}`, commit && `of ${commit}`];
      console.log([mark.padStart(4), name.padEnd(14), version, ...facts, !isTested && 'untested'].filter(Boolean).join('  '));
    }
    const since = live?.[name];
    if (since) console.log(`     ${name} live since ${since.at}, by ${since.by}`);
  }
}

async function removeOld(store: ReleaseStore, { prune: days, yes = false }: Given): Promise<void> {
  if (!days || !/^\d+$/.test(days)) throw new Error('--prune takes a number of days: npm run releases -- --prune 30');
  const removed = await prune(store, Number(days), !yes);
  for (const release of removed) console.log(`${yes ? 'removed' : 'would be removed'}: ${release}`);
  if (removed.length === 0) console.log(`No release is older than ${days} days and not in use.`);
  else if (!yes) console.log('Nothing was removed. With --yes it is.');
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
