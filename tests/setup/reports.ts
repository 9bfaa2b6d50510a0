import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What a step of `npm test` says of itself. `failures` and `secondTries` (failed first, passed when tried again) name the tests. */
export type Outcome = { passed: number; failed: number; failures: string[]; secondTries: string[] };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; meta?: { retries?: number }; failureMessages?: string[] }[];
  }[];
};

type PlaywrightTest = { status: string; results: { error?: { message?: string } }[] };
type PlaywrightSuite = { suites?: PlaywrightSuite[]; specs?: { title: string; file: string; tests: PlaywrightTest[] }[] };
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
};

const LONGEST_REASON = 1_500;

const failure = (name: string, reason = '') => `${name}\n${stripVTControlCharacters(reason).slice(0, LONGEST_REASON).trim()}`.trim();

/** The outcome of vitest's JSON report; `note-retries.ts` wrote the retries into it. A file that does not load is a failure. */
export function vitestOutcome(report: string): Outcome {
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults }: VitestReport = JSON.parse(report);
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    return status === 'failed' && failed.length === 0
      ? [failure(file, message)]
      : failed.map(({ fullName, failureMessages }) => failure(`${file}: ${fullName}`, failureMessages?.[0]));
  });
  return {
    passed: numPassedTests,
    failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0),
    failures,
    secondTries: testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status, meta }) => status === 'passed' && (meta?.retries ?? 0) > 0)
      .map(({ fullName }) => fullName),
  };
}

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** The outcome of Playwright's JSON report. */
export function playwrightOutcome(report: string): Outcome {
  const { stats, errors, suites }: PlaywrightReport = JSON.parse(report);
  const specs = suites.flatMap(specsOf).map(({ file, title, tests }) => ({ name: `${file}: ${title}`, tests }));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: [
      ...specs.flatMap(({ name, tests }) =>
        tests.filter(({ status }) => status === 'unexpected').map(({ results }) => failure(name, results.at(-1)?.error?.message)),
      ),
      ...errors.map(({ message }) => failure('outside a journey', message)),
    ],
    secondTries: specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ name }) => name),
  };
}
