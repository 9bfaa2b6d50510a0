import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Folders = { assets: string; releases: string };

const OWN = /^\/_s\/([\w.-]+)$/;
const OF_RELEASE = /^\/_r\/([\w-]+)\/([0-9a-z]+)\/([\w.-]+)$/;

/**
 * Reads the text of a stylesheet by its site path, once each, because it never changes. Pages carry it themselves: the first
 * paint then waits for nothing but the page, and no store of a remote can hold it up. Null for a file that cannot be read,
 * which the page links instead.
 */
export function createStyleReader({ assets, releases }: Folders): (href: string) => string | null {
  const known = new Map<string, string>();

  function fileOf(href: string): string | null {
    const own = OWN.exec(href)?.[1];
    if (own) return join(assets, own);
    const [, remote, version, file] = OF_RELEASE.exec(href) ?? [];
    return remote && version && file ? join(releases, remote, version, 'client', file) : null;
  }

  return (href) => {
    const text = known.get(href);
    if (text !== undefined) return text;
    const file = fileOf(href);
    try {
      if (!file) return null;
      const read = readFileSync(file, 'utf8');
      // Nothing in a stylesheet needs this, and inside a page it would end the element.
      if (read.includes('</style')) return null;
      known.set(href, read);
      return read;
    } catch {
      return null;
    }
  };
}
