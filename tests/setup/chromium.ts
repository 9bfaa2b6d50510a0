import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** How Chromium is started everywhere in the tests: without sandbox (CI runs as root) and without calls to the outside. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const SYSTEM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

function find(): string | undefined {
  const configured = process.env.CHROMIUM_PATH;
  return [configured, chromium.executablePath(), ...SYSTEM_PATHS].find((path) => path && existsSync(path));
}

/**
 * The Chromium for the browser tests: the one of CHROMIUM_PATH, Playwright's own, or the system's; else Playwright's
 * download, else Debian's package. Says which it uses. Throws when none can be had.
 */
export async function findOrInstallChromium(): Promise<string> {
  let path = find();
  if (!path) {
    spawnSync('npx', ['playwright', 'install', 'chromium'], {
      stdio: 'inherit',
    });
    path = find();
  }
  if (!path) {
    spawnSync('sh', ['-c', 'apt-get update -qq && apt-get install -y -qq chromium'], { stdio: 'inherit' });
    path = find();
  }
  if (!path) throw new Error('no Chromium: install one, or name it in CHROMIUM_PATH');
  console.log(`Chromium: ${path}`);
  return path;
}
