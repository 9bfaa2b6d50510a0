import * as v from 'valibot';
import type { KeptRegistry, RegisteredRelease } from '../src/federation/registry.ts';
import { REMOTE_NAMES, type RemoteName } from '../src/federation/remote.ts';
import { RELEASED_PATH, VERSION } from './names.ts';
import { LARGEST_FILE } from './store.ts';

const MOST_FILES = 2_000;

const text = v.pipe(v.string(), v.maxLength(200));
const name = v.picklist(REMOTE_NAMES);
const version = v.pipe(v.string(), v.regex(VERSION));
const integrity = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
/** Identifies a file's content: size and digest. */
export const ReleasedFileSchema = v.object({ bytes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LARGEST_FILE)), integrity });

const instant = v.pipe(v.string(), v.isoTimestamp());
const assets = v.object({ scripts: v.array(text), styles: v.array(text) });
const pages = v.record(text, assets);
const act = v.object({ by: text, at: instant });

/** A release's record. Names and paths must be valid, and the record may refer only to files that it lists. */
export const ReleaseSchema: v.GenericSchema<unknown, RegisteredRelease> = v.pipe(
  v.object({
    name,
    version,
    contract: v.pipe(v.string(), v.regex(/^\d{1,6}[.]\d{1,6}[.]\d{1,6}$/)),
    entry: text,
    integrity,
    serverEntry: text,
    assets,
    pages,
    slots: v.exactOptional(pages),
    files: v.pipe(v.record(v.pipe(v.string(), v.regex(RELEASED_PATH)), ReleasedFileSchema), v.maxEntries(MOST_FILES)),
    releasedAt: instant,
    releasedBy: text,
    commit: v.nullable(text),
    isTested: v.boolean(),
  }),
  v.check((release) => problemsOf(release).length === 0, 'names what is not its own'),
);

function problemsOf({ name, version, entry, integrity, serverEntry, files, ...release }: RegisteredRelease): string[] {
  const base = `/_r/${name}/${version}/`;
  const all = [release.assets, ...Object.values(release.pages), ...Object.values(release.slots ?? {})];
  const named = [entry, ...all.flatMap(({ scripts, styles }) => [...scripts, ...styles])];
  return [
    ...named.filter((path) => !path.startsWith(base) || !files[`client/${path.slice(base.length)}`]),
    ...(entry === `${base}remoteEntry.js` && files['client/remoteEntry.js']?.integrity === integrity ? [] : [entry]),
    ...(serverEntry === `${name}/${version}/server/remoteEntry.mjs` && files['server/remoteEntry.mjs'] ? [] : [serverEntry]),
  ];
}

const historyAct = v.object({
  ...act.entries,
  version,
  action: v.picklist(['release', 'rollback']),
  takenBack: v.exactOptional(act),
});
/** Returns the schema of an object with one `schema` for each remote, some of which may be missing. */
const ofRemotes = <T>(schema: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.record(name, schema),
    v.transform((given): Partial<Record<RemoteName, T>> => given),
  );

export const RegistrySchema: v.GenericSchema<unknown, KeptRegistry> = v.object({
  serial: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  remotes: ofRemotes(ReleaseSchema),
  history: ofRemotes(v.array(historyAct)),
  previews: v.exactOptional(
    v.array(v.object({ remote: name, release: ReleaseSchema, digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)), until: instant })),
  ),
});
