import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The options of Chromium in all tests: without sandbox, because CI runs as root, and without calls to the outside. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The headless shell renders pages and no browser UI. A full browser without a window takes twice the time, and renders parts of its own
 * that Lighthouse counts as the page's.
 */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Returns the path of the installed Chromium: CHROMIUM_PATH, else the system's headless shell, Playwright's browser, or the system's
 * browser.
 */
export function findChromium(): string | undefined {
  const paths = [process.env.CHROMIUM_PATH, HEADLESS_SHELL, chromium.executablePath(), ...WHOLE_BROWSERS];
  return paths.find((path) => path && existsSync(path));
}

/**
 * Returns the path of `findChromium`, or installs Playwright's download or else Debian's package. Prints the one it uses. Throws if none
 * can be installed.
 */
export async function findOrInstallChromium(): Promise<string> {
  for (const [command = '', ...args] of [
    [],
    ['npx', 'playwright', 'install', 'chromium'],
    ['sh', '-c', 'apt-get update -qq && apt-get install -y -qq chromium-headless-shell'],
  ]) {
    if (command) spawnSync(command, args, { stdio: 'inherit' });
    const path = findChromium();
    if (!path) continue;
    console.log(`Chromium: ${path}`);
    return path;
  }
  throw new Error('no Chromium: install one, or name it in CHROMIUM_PATH');
}
