/** A release's version: a digest, or a word in tests. It becomes the name of a folder, a part of addresses and of keys in a bucket. */
export const VERSION = /^[0-9a-z]{1,64}$/;

/** The name of one file of a build. */
export const FILE_NAME = /^[\w-][\w.-]{0,127}$/;

/** A file inside a release; `maps` are kept and never served. */
export const RELEASED_PATH = /^(?:client|server|maps)\/[\w-][\w.-]{0,127}$/;

const SEGMENT = /^[\w-][\w.-]{0,199}$/;
const MOST_SEGMENTS = 8;

/** `path`, a path inside a store. Throws for one that could lead anywhere else. */
export function plainPath(path: string): string {
  const segments = path.split('/');
  if (segments.length <= MOST_SEGMENTS && segments.every((segment) => SEGMENT.test(segment))) return path;
  throw new Error(`${JSON.stringify(path.slice(0, 100))} is no path inside the store of releases`);
}
