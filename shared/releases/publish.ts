import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageFiles, RoomFiles } from '../build/page-files-plugin.ts';
import { contentHash, filesUnder, ROOT } from '../build/rooms.ts';
import type { PageAssets, RegisteredRelease, ReleasedFile } from '../src/federation/registry.ts';
import { CONTRACT_VERSION, type RemoteName } from '../src/federation/remote.ts';
import type { Author } from './author.ts';
import { integrityOf } from './integrity.ts';
import { RELEASED_PATH } from './names.ts';
import { readSigned, writeRelease } from './registry-file.ts';
import type { SigningStore } from './release-store.ts';
import { NotTrusted } from './signing.ts';

/** The folders of a release. Files in `maps` are stored for developers and never served. */
const FOLDERS = /^(client|server|maps)\//;
/** The files whose content decides a release's version. */
const RUNNING = /^(client|server)\//;
const UPLOADS_AT_ONCE = 8;

/** Format of a record. Another number gives the same builds other versions. */
const RECORD_FORMAT = 3;

/** Returns the version of a remote's build: a hash of its content and of the contract that it was built for. */
export function versionOf(build: string): string {
  const files = filesUnder(build).filter((file) => RUNNING.test(file));
  if (files.length === 0) throw new Error(`${build} contains no build`);
  return contentHash(build, files, `${CONTRACT_VERSION} ${RECORD_FORMAT}`);
}

export const buildOf = (name: RemoteName): string => join(ROOT, name, 'dist');

type Publication = Author & {
  /** Whether the remote's tests passed. */
  isTested?: boolean;
  /** Folder of the build; by default the remote's own. */
  build?: string;
};

/**
 * Uploads a remote's build, and its signed record once every file is there. Makes nothing live. Publishing the same build again changes
 * nothing, unless it was tested meanwhile or is signed with another key. An upload that was interrupted, or that somebody else wrote, is
 * completed.
 */
export async function publish(store: SigningStore, name: RemoteName, publication: Publication): Promise<RegisteredRelease> {
  const build = publication.build ?? buildOf(name);
  const version = versionOf(build);
  const known = await knownRelease(store, name, version);
  const isTested = (known?.release.isTested || publication.isTested) ?? false;
  if (known?.keyId === store.signingKey.id && known.release.isTested === isTested) return known.release;
  const files: Record<string, ReleasedFile> = {};
  const waiting = filesUnder(build).filter((file) => FOLDERS.test(file));
  const strange = waiting.find((file) => !RELEASED_PATH.test(file));
  if (strange) throw new Error(`${build} contains a file with a name that releases do not allow: ${JSON.stringify(strange)}`);
  const upload = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const bytes = readFileSync(join(build, file));
      files[file] = { bytes: bytes.length, integrity: integrityOf(bytes) };
      await store.write(`${name}/${version}/${file}`, bytes);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, upload));
  const release = { ...describe(name, version, build, files), releasedBy: publication.by, commit: publication.commit };
  const tested = { ...release, isTested };
  await writeRelease(store, tested);
  return tested;
}

/** Returns the record of this version from an earlier upload. A record that is not trusted counts as missing. */
async function knownRelease(store: SigningStore, name: RemoteName, version: string): ReturnType<typeof readSigned> {
  try {
    return await readSigned(store, name, version);
  } catch (error) {
    if (error instanceof NotTrusted) return null;
    throw error;
  }
}

function describe(name: RemoteName, version: string, build: string, files: RegisteredRelease['files']) {
  const { entry, pages, slots }: RoomFiles = JSON.parse(readFileSync(join(build, 'client/pages.json'), 'utf8'));
  const base = `/_r/${name}/${version}/`;
  const at = ({ scripts, styles }: PageFiles): PageAssets => ({
    scripts: scripts.map((file) => base + file),
    styles: styles.map((file) => base + file),
  });
  return {
    name,
    version,
    contract: CONTRACT_VERSION,
    entry: `${base}remoteEntry.js`,
    integrity: files['client/remoteEntry.js']?.integrity ?? '',
    serverEntry: `${name}/${version}/server/remoteEntry.mjs`,
    assets: at(entry),
    pages: mapValues(pages, at),
    slots: mapValues(slots, at),
    files: Object.fromEntries(Object.entries(files).sort(([a], [b]) => a.localeCompare(b))),
    releasedAt: new Date().toISOString(),
  };
}

const mapValues = <A, B>(record: Readonly<Record<string, A>>, fn: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, fn(value)]));
