import { defineConfig } from 'vitest/config';

const root = new URL('../..', import.meta.url).pathname;
// Through the packages' links the tests would load the original instead of the mutated copy.
const resolve = { alias: [{ find: /^@site\/shared\/(?!build|releases|design)(.*)$/, replacement: `${root}shared/src/$1` }] };
const setupFiles = ['tests/setup/fail-on-console.ts'];
const rooms = ['shared/src/{money,cart}', 'api/src/platform', 'api/src/resources/money/{payments,checkout}'];

/** The unit tests of the mutated code. */
export default defineConfig({
  root,
  test: {
    projects: [
      { root, resolve, test: { name: 'unit', include: rooms.map((room) => `${room}/*.test.ts`), setupFiles } },
      { root, resolve, test: { name: 'unit-page', include: rooms.map((room) => `${room}/*.test.tsx`), setupFiles, environment: 'jsdom' } },
    ],
  },
});
