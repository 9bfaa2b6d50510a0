// The commands of a release: `npm run release`, `rollback`, `releases` and `purge`; shared/docs/operation.md, "Releases".
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
import { readHost, readRegistry, releasesOf } from './registry-file.ts';
import { openSigningStore, type SigningStore } from './release-store.ts';
import { makeLive, prune, refuseUnfit, rollback, startPreview, versionBefore } from './switch.ts';

const USAGE = `npm run release -- <remote>…                   builds, tests and uploads remotes, then makes them live in one step
npm run release -- <remote> --preview           uploads without making it live; prints the query that previews it for a day
npm run release -- <remote> --untested          skips the remote's own tests, which its record notes
npm run rollback -- <remote> [version]          makes the previously live release, or the given one, live again
npm run releases                                lists all releases and when each was live
npm run releases -- --prune <days> [--yes]      removes unused releases last uploaded or live more than <days> ago; only lists them without --yes
npm run purge                                   purges all pages from the cache in front of the site (PURGE_URL)
Remotes: ${REMOTE_NAMES.join(', ')}`;

const options = {
  preview: { type: 'boolean' },
  untested: { type: 'boolean' },
  prune: { type: 'string' },
  yes: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

type Given = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

function remoteNamed(name: string | undefined): RemoteName {
  const known = REMOTE_NAMES.find((remote) => remote === name);
  if (!known) throw new Error(`${name ?? 'The empty name'} is not a remote.\n\n${USAGE}`);
  return known;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) return console.log(USAGE);
  const cdn = openCdn(process.env);
  const author = currentAuthor();
  const [command, name, version] = positionals;
  if (command === 'purge') return await forget(cdn, purgePages);
  const store = openSigningStore(process.env);
  if (command === 'list') return values.prune === undefined ? await list(store) : await removeOld(store, values);
  if (!(await store.isGuarded())) console.warn(`${store.address} ignores conditional writes: release from only one place at a time.`);
  if (command === 'rollback') {
    const live = await rollback(store, remoteNamed(name), version, author);
    console.log(`live: ${live.name} ${live.version}`);
  } else {
    await releaseRemotes(store, positionals.map(remoteNamed), values, author);
    if (values.preview) return;
  }
  if (cdn) await forget(cdn, purgeOldPages);
}

async function forget(cdn: Cdn | null, purge: (cdn: Cdn) => Promise<void>): Promise<void> {
  if (!cdn) throw new Error('No cache is configured: set PURGE_URL and PURGE_TOKEN.');
  console.log('Purging the cache in front of the site …');
  try {
    await purge(cdn);
    console.log('Purged.');
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`The cache may still serve old pages (${reason}). Purge it again with \`npm run purge\`.`);
  }
}

async function releaseRemotes(store: SigningStore, names: readonly RemoteName[], given: Given, author: Author): Promise<void> {
  const [first] = names;
  if (!first) throw new Error(`Name a remote.\n\n${USAGE}`);
  if (given.preview && names.length > 1) throw new Error('--preview takes only one remote.');
  const host = await readHost(store);
  for (const name of names) refuseUnfit(host, name, CONTRACT_VERSION, store.signingKey.id);
  if (!host) console.warn('No shell has used this store yet, so its contract version could not be checked.');

  await buildRooms(names, true);
  if (!given.untested) for (const name of names) await testRoom(name);
  const published = await Promise.all(names.map((name) => publish(store, name, { ...author, isTested: !given.untested })));

  const [release] = published;
  if (release && given.preview) {
    console.log(`not live: ${release.name} ${release.version}\npreview for a day: ?release=${await startPreview(store, release)}`);
  } else {
    await makeLive(store, published, author);
    for (const { name, version } of published) console.log(`live: ${name} ${version}`);
  }
}

function testRoom(name: RemoteName): Promise<void> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const command = [vitest, 'run', '--config', 'tests/vitest.config.ts', '--project', 'unit*', '--reporter=dot', `${name}/`];
  return new Promise((resolve, reject) => {
    spawn(process.execPath, command, { cwd: ROOT, stdio: 'inherit' })
      .on('error', reject)
      .on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The tests of ${name} fail. Nothing was released.`))));
  });
}

async function list(store: SigningStore): Promise<void> {
  const { remotes, history } = await readRegistry(store);
  const host = await readHost(store);
  console.log(
    `${store.address}\nshell ${host ? `${host.version}, contract ${host.contract}, since ${host.startedAt}` : 'has not started yet'}`,
  );
  for (const name of REMOTE_NAMES) {
    const acts = history[name] ?? [];
    const before = versionBefore(acts);
    const releases = await releasesOf(store, name, ({ message }) => console.log(`   !  ${message}`));
    console.log(`\n${name}${releases.length === 0 ? ': no release' : ''}`);
    for (const { version, contract, releasedAt, releasedBy, commit, files, isTested } of releases) {
      const mark = version === remotes[name]?.version ? '→' : version === before ? '←' : '';
      const size = Object.entries(files).reduce((sum, [path, { bytes }]) => (path.startsWith('maps/') ? sum : sum + bytes), 0);
      const facts = [`contract ${contract}`, `${Math.ceil(size / 1024)} KB`, releasedAt, `by ${releasedBy}`, commit && `of ${commit}`];
      console.log([mark.padStart(3), version, ...facts, !isTested && 'untested'].filter(Boolean).join('  '));
    }
    if (acts.length > 0) console.log('  live:');
    for (const { version, action, at, by, takenBack } of acts.toReversed()) {
      const how = { release: 'released', rollback: 'rolled back to' }[action];
      const end = takenBack ? `  rolled back at ${takenBack.at} by ${takenBack.by}` : '';
      console.log(`      ${at}  ${version}  ${how} by ${by}${end}`);
    }
  }
  console.log('\n→ live   ← target of a rollback   ! not signed by a trusted key');
}

async function removeOld(store: SigningStore, { prune: days, yes = false }: Given): Promise<void> {
  if (!days || !/^\d+$/.test(days)) throw new Error('--prune takes a number of days: npm run releases -- --prune 30');
  const removed = await prune(store, Number(days), !yes);
  for (const release of removed) console.log(`${yes ? 'removed' : 'would be removed'}: ${release}`);
  if (removed.length === 0) console.log(`No unused release was last uploaded or live more than ${days} days ago.`);
  else if (!yes) console.log('Nothing was removed. Add --yes to remove them.');
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
