import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns the release in `folder` with another sentence and matching digests, like a build with a changed text. */
export function changedBuild(folder: string, before: string, after: string): string {
  const build = mkdtempSync(join(tmpdir(), 'semente-build-'));
  cpSync(folder, build, { recursive: true });
  const entry = join(build, 'client/remoteEntry.js');
  const digest = (text: string) => createHash('sha256').update(text).digest('base64');
  for (const name of readdirSync(build, { recursive: true, encoding: 'utf8' })) {
    const file = join(build, name);
    // The compressed copies still contain the old text, so they are removed.
    if (/[.]js[.](br|gz)$/.test(file)) rmSync(file);
    const text = /[.]m?js$/.test(file) ? readFileSync(file, 'utf8') : '';
    if (!text.includes(before)) continue;
    const changed = text.replaceAll(before, after);
    writeFileSync(file, changed);
    writeFileSync(entry, readFileSync(entry, 'utf8').replace(digest(text), digest(changed)));
  }
  return build;
}
