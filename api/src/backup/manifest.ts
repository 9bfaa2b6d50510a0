import * as v from 'valibot';

export const MANIFEST_FILE = 'manifest.json';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
/** A path inside the folder of the export. */
const place = v.pipe(
  v.string(),
  v.check((path) => isPlain(path), 'leaves the folder'),
);

export const ManifestSchema = v.object({
  format: v.literal('semente-export-1'),
  /** The moment whose state was exported. */
  takenAt: v.string(),
  /** The newest migration. Null when the database does not list its migrations. */
  schema: v.nullable(v.string()),
  tables: v.array(
    v.object({
      name: v.string(),
      file: place,
      rows: count,
      bytes: count,
      sha256,
      key: v.array(v.string()),
      columns: v.array(v.object({ name: v.string(), type: v.string() })),
    }),
  ),
  /** The last value of each sequence. */
  sequences: v.record(v.string(), count),
  files: v.array(
    v.object({
      bucket: v.string(),
      key: v.string(),
      file: place,
      bytes: count,
      sha256,
      contentType: v.string(),
      /** Seconds for which a browser may cache the file. */
      cacheControl: v.string(),
    }),
  ),
});

export type Manifest = v.InferOutput<typeof ManifestSchema>;

/** Returns whether every part of the path is a plain name, without `.`, `..`, backslashes or colons. */
export function isPlain(path: string): boolean {
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0:]/.test(part));
}
