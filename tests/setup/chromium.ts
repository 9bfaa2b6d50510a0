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

/**
 * Draws pages and nothing around them: a whole browser without a window takes twice the time, and draws parts of its own beside the page,
 * which Lighthouse counts as the page's.
 */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of the installed Chromium: that of CHROMIUM_PATH, else the system's shell, Playwright's own or the system's browser. */
export function findChromium(): string | undefined {
  const paths = [process.env.CHROMIUM_PATH, HEADLESS_SHELL, chromium.executablePath(), ...WHOLE_BROWSERS];
  return paths.find((path) => path && existsSync(path));
}

/**
 * The path of `findChromium`; where there is none, Playwright's download is tried, then Debian's package. Says which it is.
 * Throws when none can be had.
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
