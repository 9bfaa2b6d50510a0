import { defineConfig } from 'vitest/config';
import { browserRouter } from './setup/browser-router.ts';
import { ReportOutcome } from './setup/report-outcome.ts';

const root = new URL('..', import.meta.url).pathname;

const rooms = '{shared,api,shell,mfe-shop,mfe-podcast,mfe-dashboards}';

/** Tests that need a page end in `.tsx`; the others are spared the making of one. */
const unit = (extension: 'ts' | 'tsx') => ({
  include: [`${rooms}/**/*.test.${extension}`, `tests/{architecture,setup}/*.test.${extension}`],
  exclude: ['**/node_modules/**', '**/dist/**'],
  setupFiles: ['tests/setup/fail-on-console.ts', ...(extension === 'tsx' ? ['tests/setup/await-imports.ts'] : [])],
  retry: process.env.CI ? 1 : 0,
  // A machine with much to do is slow and not wrong.
  testTimeout: 20_000,
  // Left alone, it keeps one of two cores for itself.
  maxWorkers: 2,
  // A worker of its own for each file takes as long as its tests; a page would be shared, too.
  isolate: extension === 'tsx',
  css: { modules: { classNameStrategy: 'non-scoped' as const } },
});

export default defineConfig({
  root,
  test: {
    reporters: ['default', ...(process.env.OUTCOME_FILE ? [new ReportOutcome(process.env.OUTCOME_FILE)] : [])],
    projects: [
      { root, test: { ...unit('ts'), name: 'unit' } },
      {
        root,
        plugins: [browserRouter],
        test: { ...unit('tsx'), name: 'unit-page', environment: 'jsdom', server: { deps: { inline: [/react-router/] } } },
      },
      {
        root,
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: ['tests/contract/api/shared-sites.ts'],
          setupFiles: ['tests/setup/fail-on-console.ts'],
          testTimeout: 30_000,
          hookTimeout: 180_000,
          // As for the journeys: a shared machine in CI can stall for seconds.
          retry: process.env.CI ? 1 : 0,
          // Built bundles run as Node runs them.
          server: { deps: { external: [/[.]mjs$/] } },
          // Each file has servers of its own or a site that is lent to it. Many wait for a mail or a job: two leave a core idle.
          maxWorkers: 3,
        },
      },
    ],
  },
});
