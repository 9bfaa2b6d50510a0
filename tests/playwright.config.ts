import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './setup/chromium.ts';

export default defineConfig({
  testDir: './e2e/journeys',
  outputDir: '../.build/test-results',
  globalSetup: './e2e/prepare-site.ts',
  // Each worker has a site of its own, on which journeys follow each other and make their own data; see site-test.ts. Two of them leave a
  // fifth of two cores idle.
  workers: process.env.SITE_FILE ? 1 : 3,
  // A shared machine in CI can stall for seconds; what passed only then is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: !!process.env.CI,
  timeout: 120_000,
  // As slow as three of them make a small machine.
  expect: { timeout: 20_000 },
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1280, height: 900 },
    // Recording everything doubles the time of a journey: the second try of one that failed is recorded.
    trace: 'on-first-retry',
    // As is drawing every page twice for its transition; `visitor-finds-the-way` sees them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findChromium() ?? '',
      args: CHROMIUM_ARGS,
    },
  },
});
