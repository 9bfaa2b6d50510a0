import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RoomFiles } from '../../shared/build/page-files-plugin.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Creates another build of the host in `directory`: the same code with another entry address. */
export function buildSecondShell(directory: string): string {
  mkdirSync(directory);
  for (const room of ['node_modules', 'shared', 'package.json']) symlinkSync(join(ROOT, room), join(directory, room));
  mkdirSync(join(directory, 'shell'));
  for (const part of ['server', 'src', 'dist', 'package.json'])
    cpSync(join(ROOT, 'shell', part), join(directory, 'shell', part), { recursive: true });
  const client = join(directory, 'shell/dist/client');
  const list = join(client, 'pages.json');
  const { entry }: RoomFiles = JSON.parse(readFileSync(list, 'utf8'));
  const script = entry.scripts.find((file) => file.startsWith('main.'));
  if (!script) throw new Error('the shell has no entry');
  const renamed = script.replace(/[.]js$/, 'next.js');
  for (const ending of ['', '.br', '.gz']) renameSync(join(client, script + ending), join(client, renamed + ending));
  writeFileSync(list, readFileSync(list, 'utf8').replaceAll(script, renamed));
  return directory;
}
