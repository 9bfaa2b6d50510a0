/** A release's version: a digest, or a word in tests. It is used as a folder name, in URLs and in bucket keys. */
export const VERSION = /^[0-9a-z]{1,64}$/;

export const FILE_NAME = /^[\w-][\w.-]{0,127}$/;

/** The path of a file inside a release. Files in `maps` are stored but never served. */
export const RELEASED_PATH = /^(?:client|server|maps)\/[\w-][\w.-]{0,127}$/;

const SEGMENT = /^[\w-][\w.-]{0,199}$/;
const MOST_SEGMENTS = 8;

/** Returns `path`. Throws if the path could lead outside the store. */
export function plainPath(path: string): string {
  const segments = path.split('/');
  if (segments.length <= MOST_SEGMENTS && segments.every((segment) => SEGMENT.test(segment))) return path;
  throw new Error(`${JSON.stringify(path.slice(0, 100))} is not a path inside the release store`);
}
