import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Folders = { assets: string; releases: string };

const OWN = /^\/_s\/([\w.-]+)$/;
const OF_RELEASE = /^\/_r\/([\w-]+)\/([0-9a-z]+)\/([\w.-]+)$/;

/**
 * Returns a function that reads a style sheet by its site path. It reads each style sheet once, because style sheets never change. Pages
 * contain their styles inline, so that the first paint waits for the page only, and a slow release store cannot delay it. The function
 * returns null for a file that cannot be read, and the page then links to that file.
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
      // None of our style sheets contains this text, which would end the inline style element.
      if (read.includes('</style')) return null;
      known.set(href, read);
      return read;
    } catch {
      return null;
    }
  };
}
