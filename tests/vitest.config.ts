import { defineConfig } from 'vitest/config';
import { ReportOutcome } from './setup/report-outcome.ts';

const root = new URL('..', import.meta.url).pathname;

const rooms = '{shared,api,shell,mfe-shop,mfe-podcast,mfe-dashboards}';

/**
 * Tests that need a page in addition to Node's own globals, not instead of them. They replace `location`, or pass bytes and streams to Node
 * functions that reject those of a page.
 */
const BESIDE_NODE = [
  'mfe-dashboards/src/owner/features/posts/post-page.test.tsx',
  'mfe-dashboards/src/customer/features/customer-area/settings/settings-tab.test.tsx',
  'mfe-dashboards/src/customer/features/customer-area/user-dashboard-page.test.tsx',
  'mfe-dashboards/src/library/read-book-file.test.tsx',
  'mfe-dashboards/src/owner/features/settings/data-export-panel.test.tsx',
  'mfe-dashboards/src/owner/rich-text/stored-text.test.tsx',
  'mfe-shop/src/features/cart/cart-page.test.tsx',
  'mfe-shop/src/features/checkout/checkout-page.test.tsx',
  'shared/src/passwords/leak-warning.test.tsx',
  'shell/src/features/sign-up/sign-up-page.test.tsx',
];

/** Tests that need a page end in `.tsx`. The others do not create one. */
const unit = (extension: 'ts' | 'tsx') => ({
  include: [`${rooms}/**/*.test.${extension}`, `tests/{architecture,setup}/*.test.${extension}`],
  exclude: ['**/node_modules/**', '**/dist/**', ...BESIDE_NODE],
  setupFiles: ['tests/setup/fail-on-console.ts', ...(extension === 'tsx' ? ['tests/setup/await-imports.ts'] : [])],
  retry: process.env.CI ? 1 : 0,
  // A busy machine makes tests slow, which is no failure.
  testTimeout: 20_000,
  // By default vitest keeps one of two cores for itself. During the contract tests, which take longer, one worker is enough.
  maxWorkers: process.env.BESIDE_CONTRACT ? 1 : 2,
  // For `.ts` files a worker per file would take as long as the tests. For `.tsx` files a shared worker would share the page.
  isolate: extension === 'tsx',
  css: { modules: { classNameStrategy: 'non-scoped' as const } },
});

const unitPage = {
  root,
  test: { ...unit('tsx'), name: 'unit-page', environment: 'jsdom' },
};

export default defineConfig({
  root,
  test: {
    reporters: ['default', ...(process.env.OUTCOME_FILE ? [new ReportOutcome(process.env.OUTCOME_FILE)] : [])],
    projects: [
      { root, test: { ...unit('ts'), name: 'unit' } },
      // A worker reuses its code for all pages, which takes half of the time of one worker per page.
      { ...unitPage, test: { ...unitPage.test, pool: 'vmThreads' } },
      { ...unitPage, test: { ...unitPage.test, name: 'unit-page-beside-node', include: BESIDE_NODE, exclude: [] } },
      {
        root,
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: ['tests/contract/api/shared-sites.ts'],
          setupFiles: ['tests/setup/fail-on-console.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
          // A shared machine in CI can stall for seconds, as with the journeys.
          retry: process.env.CI ? 1 : 0,
          // Built bundles must run as Node runs them.
          server: { deps: { external: [/[.]mjs$/] } },
          // Each file has its own servers or a lent site. Many tests wait for an email or a job, so fewer workers would leave a core idle.
          maxWorkers: 4,
        },
      },
    ],
  },
});
