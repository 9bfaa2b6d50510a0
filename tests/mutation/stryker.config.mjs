/** Runs `npm run mutation`: finds changes to the code of money and access that no unit test detects. */
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
  // A change to a value that is computed when its module loads would need a whole run of its own.
  ignoreStatic: true,
  disableTypeChecks: false,
  concurrency: 2,
  thresholds: { high: 85, low: 70, break: null },
};
