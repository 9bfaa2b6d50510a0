import { defineConfig } from 'vitest/config';

const root = new URL('../..', import.meta.url).pathname;

/** The unit tests of what is mutated, over the mutated copy: through the packages' links they would meet the original. */
export default defineConfig({
  root,
  resolve: { alias: [{ find: /^@site\/shared\/(?!build|releases|design)(.*)$/, replacement: `${root}shared/src/$1` }] },
  test: {
    include: ['shared/src/{money,cart}/*.test.ts', 'api/src/platform/*.test.ts', 'api/src/resources/{payments,checkout}/*.test.ts'],
    setupFiles: ['tests/setup/fail-on-console.ts'],
  },
});
