/** `npm run mutation`: which changes to the code of money and access no unit test notices. */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutation/vitest.config.ts' },
  mutate: [
    'shared/src/money/*.ts',
    'shared/src/cart/*.ts',
    'api/src/platform/*.ts',
    'api/src/resources/money/{payments,checkout}/*.ts',
    '!**/*.test.ts',
  ],
  ignorePatterns: ['/.local', '/.build', '/.releases', 'dist'],
  tempDirName: '.build/mutation',
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: '.build/mutation.json' },
  coverageAnalysis: 'perTest',
  // A value that is made when its module loads would cost a whole run for each change.
  ignoreStatic: true,
  disableTypeChecks: false,
  concurrency: 2,
  thresholds: { high: 85, low: 70, break: null },
};
