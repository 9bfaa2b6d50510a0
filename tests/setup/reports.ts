/** What a step of `npm test` says of itself. `secondTries` names what failed first and passed when it was tried again. */
export type Outcome = { passed: number; failed: number; secondTries: string[] };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  testResults: { assertionResults: { fullName: string; status: string; meta?: { retries?: number } }[] }[];
};

type PlaywrightSuite = { suites?: PlaywrightSuite[]; specs?: { title: string; file: string; tests: { status: string }[] }[] };
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; errors: unknown[]; suites: PlaywrightSuite[] };

/** The outcome of vitest's JSON report; `note-retries.ts` wrote the retries into it. A file that does not load is a failure. */
export function vitestOutcome(report: string): Outcome {
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults }: VitestReport = JSON.parse(report);
  return {
    passed: numPassedTests,
    failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0),
    secondTries: testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status, meta }) => status === 'passed' && (meta?.retries ?? 0) > 0)
      .map(({ fullName }) => fullName),
  };
}

const flakyIn = ({ suites = [], specs = [] }: PlaywrightSuite): string[] => [
  ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ file, title }) => `${file}: ${title}`),
  ...suites.flatMap(flakyIn),
];

/** The outcome of Playwright's JSON report. */
export function playwrightOutcome(report: string): Outcome {
  const { stats, errors, suites }: PlaywrightReport = JSON.parse(report);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, secondTries: suites.flatMap(flakyIn) };
}
