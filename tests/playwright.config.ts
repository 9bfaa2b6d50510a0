import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './setup/chromium.ts';

export default defineConfig({
  testDir: './e2e/journeys',
  outputDir: '../.build/test-results',
  globalSetup: './e2e/prepare-site.ts',
  // Each worker has a site of its own, on which journeys run one after another with their own data (see site-test.ts). With two workers a
  // fifth of two cores would stay idle.
  workers: process.env.SITE_FILE ? 1 : 3,
  // A shared machine in CI can stall for seconds. A test that passes only at its retry is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: !!process.env.CI,
  timeout: 120_000,
  // The limit for an expectation is high, because three workers make a small machine slow.
  expect: { timeout: 20_000 },
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1280, height: 900 },
    // Recording everything doubles the time of a journey, so only the retry of a failed one is recorded.
    trace: 'on-first-retry',
    // Rendering every page twice for its transition also doubles the time. `visitor-finds-the-way` tests the transitions.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findChromium() ?? '',
      args: CHROMIUM_ARGS,
    },
  },
});
