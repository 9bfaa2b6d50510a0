import { stripVTControlCharacters } from 'node:util';

/**
 * The outcome of a step of `npm test`. `failures` and `secondTries` (passed only at a retry) are names of tests. `files` has the seconds of
 * each test file.
 */
export type Outcome = {
  passed: number;
  failed: number;
  failures: string[];
  secondTries: string[];
  files: (readonly [file: string, seconds: number])[];
};

/** Merges two outcomes. */
export const add = (one: Outcome, other: Outcome): Outcome => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  failures: [...one.failures, ...other.failures],
  secondTries: [...one.secondTries, ...other.secondTries],
  files: [...one.files, ...other.files],
});

type PlaywrightTest = { status: string; results: { duration: number; error?: { message?: string } }[] };
type PlaywrightSuite = { suites?: PlaywrightSuite[]; specs?: { title: string; file: string; tests: PlaywrightTest[] }[] };
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
};

const LONGEST_REASON = 1_500;

/** Formats a failed test: its name, and as much of the reason as fits. */
export const failure = (name: string, reason = '') => `${name}\n${stripVTControlCharacters(reason).slice(0, LONGEST_REASON).trim()}`.trim();

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** Returns the outcome of a JSON report of Playwright. */
export function playwrightOutcome(report: string): Outcome {
  const { stats, errors, suites }: PlaywrightReport = JSON.parse(report);
  const specs = suites.flatMap(specsOf).map(({ file, title, tests }) => ({ file, name: `${file}: ${title}`, tests }));
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
    files: [...Map.groupBy(specs, ({ file }) => file)].map(([file, ofFile]) => {
      const results = ofFile.flatMap(({ tests }) => tests.flatMap((test) => test.results));
      return [file, results.reduce((sum, { duration }) => sum + duration, 0) / 1_000];
    }),
  };
}
