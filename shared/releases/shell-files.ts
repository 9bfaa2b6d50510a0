import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { ROOT } from '../build/rooms.ts';
import type { ReleasedFile } from '../src/federation/registry.ts';
import { integrityOf } from './integrity.ts';
import { FILE_NAME } from './names.ts';
import { ReleasedFileSchema } from './record.ts';
import type { CheckedStore, SigningStore } from './release-store.ts';
import { NotTrusted, seal, unseal } from './signing.ts';

/** Folder of the store with the files of every shell that ever ran. File names contain a hash of the content. */
export const SHELL_FOLDER = 'shell';
const LARGEST_RECORD = 16 * 1024;
const UPLOADS_AT_ONCE = 8;

/** A file and its compressed variants, by name. */
type ShellFile = Readonly<Record<string, ReleasedFile>>;
const ShellFileSchema = v.pipe(v.record(v.pipe(v.string(), v.regex(FILE_NAME)), ReleasedFileSchema), v.maxEntries(3));

const twinsOf = (file: string): string[] => [file, `${file}.br`, `${file}.gz`];
const recordPath = (file: string): string => `${SHELL_FOLDER}/${file}.dsse.json`;

/** Returns the signed record of a shell's file; null if no shell had a file of this name. Throws `NotTrusted`. */
export async function readShellFile(store: CheckedStore, file: string): Promise<ShellFile | null> {
  const path = recordPath(file);
  const record = await store.read(path, LARGEST_RECORD);
  if (!record) return null;
  const result = v.safeParse(ShellFileSchema, unseal('shell-file', record.bytes, store.trusted, path).value);
  if (!result.success || !result.output[file] || Object.keys(result.output).some((name) => !twinsOf(file).includes(name)))
    throw new NotTrusted(`${path} is the record of something else`);
  return result.output;
}

/** Stores the files of a shell's build where older and newer shells find them, so that they can serve pages that this shell rendered. */
export async function keepShellFiles(store: SigningStore, build: string = join(ROOT, 'shell/dist/client')): Promise<void> {
  const files = new Set(readdirSync(build));
  const waiting = [...files].filter((file) => !/[.](json|br|gz)$/.test(file));
  const upload = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const parts = twinsOf(file)
        .filter((name) => files.has(name))
        .map((name) => ({ name, bytes: readFileSync(join(build, name)) }));
      const record = Object.fromEntries(parts.map(({ name, bytes }) => [name, { bytes: bytes.length, integrity: integrityOf(bytes) }]));
      for (const { name, bytes } of parts) await store.write(`${SHELL_FOLDER}/${name}`, bytes);
      await store.write(recordPath(file), seal('shell-file', record, store.signingKey));
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, upload));
}
