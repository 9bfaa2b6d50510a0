import { defineConfig } from 'vitest/config';
import { ReportOutcome } from './setup/report-outcome.ts';

const root = new URL('..', import.meta.url).pathname;

const rooms = '{shared,api,shell,mfe-shop,mfe-podcast,mfe-dashboards}';

/**
 * Tests whose page has to be beside Node's own globals and not in their place: they put another `location` there, or hand bytes and
 * streams to what is Node's, for which those of a page are of another kind.
 */
const BESIDE_NODE = [
  'mfe-dashboards/src/owner/features/posts/post-page.test.tsx',
  'mfe-dashboards/src/customer/features/customer-area/settings/settings-tab.test.tsx',
  'mfe-dashboards/src/customer/features/customer-area/user-dashboard-page.test.tsx',
  'mfe-dashboards/src/library/read-book-file.test.tsx',
  'mfe-dashboards/src/owner/rich-text/stored-text.test.tsx',
  'mfe-shop/src/features/cart/cart-page.test.tsx',
  'mfe-shop/src/features/checkout/checkout-page.test.tsx',
  'shared/src/passwords/leak-warning.test.tsx',
  'shell/src/features/sign-up/sign-up-page.test.tsx',
];

/** Tests that need a page end in `.tsx`; the others are spared the making of one. */
const unit = (extension: 'ts' | 'tsx') => ({
  include: [`${rooms}/**/*.test.${extension}`, `tests/{architecture,setup}/*.test.${extension}`],
  exclude: ['**/node_modules/**', '**/dist/**', ...BESIDE_NODE],
  setupFiles: ['tests/setup/fail-on-console.ts', ...(extension === 'tsx' ? ['tests/setup/await-imports.ts'] : [])],
  retry: process.env.CI ? 1 : 0,
  // A machine with much to do is slow and not wrong.
  testTimeout: 20_000,
  // Left alone, it keeps one of two cores for itself. Beside the contract tests, which take longer, one is enough.
  maxWorkers: process.env.BESIDE_CONTRACT ? 1 : 2,
  // A worker of its own for each file takes as long as its tests; a page would be shared, too.
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
      // A worker keeps its code for all pages that it makes: half of the time of one worker for each page.
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
          // As for the journeys: a shared machine in CI can stall for seconds.
          retry: process.env.CI ? 1 : 0,
          // Built bundles run as Node runs them.
          server: { deps: { external: [/[.]mjs$/] } },
          // Each file has servers of its own or a site that is lent to it. Many wait for a mail or a job: fewer leave a core idle.
          maxWorkers: 4,
        },
      },
    ],
  },
});
