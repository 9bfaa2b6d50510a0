import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseRegistry } from '@site/shared/federation/registry.ts';

/**
 * Reads `registry.json` of the releases' folder, again whenever it changed. A registry that cannot be read leaves the
 * last one that could; before the first one no remote is available.
 */
export function watchRegistry(releasesDirectory: string): () => ReleaseRegistry {
  const file = join(releasesDirectory, 'registry.json');
  let known: { stamp: string; registry: ReleaseRegistry } = { stamp: '', registry: { remotes: {} } };
  return () => {
    try {
      const { mtimeMs, ino } = statSync(file);
      const stamp = `${mtimeMs} ${ino}`;
      if (stamp !== known.stamp) known = { stamp, registry: JSON.parse(readFileSync(file, 'utf8')) };
    } catch {
      return known.registry;
    }
    return known.registry;
  };
}
