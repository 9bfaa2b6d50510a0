// `npm run reset`: removes the state folder, so that the next start begins with an empty state.
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lockDirectory } from './directory-lock.ts';

const dir = resolve(process.env.SITE_DIR || '.local');

try {
  if (existsSync(dir)) {
    if (!existsSync(join(dir, 'secrets.json'))) throw new Error(`${dir} is not the state folder of a site`);
    const lock = lockDirectory(dir);
    lock.release();
    rmSync(dir, { recursive: true });
  }
  process.stdout.write(`${dir} is empty.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
