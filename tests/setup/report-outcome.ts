import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { add, failure, type Outcome } from './reports.ts';

type TestError = { message: string; stack?: string; cause?: unknown };
type Errors = readonly TestError[];

const isError = (value: unknown): value is TestError => typeof value === 'object' && value !== null && 'message' in value;

function reasonOf([error]: Errors = []): string | undefined {
  if (!error) return undefined;
  const { message, stack, cause } = error;
  // The printed text of an error is cut off at its end, so the cause is printed before the stack.
  return isError(cause) ? `${message}\ncaused by: ${cause.message}\n${stack ?? ''}` : (stack ?? message);
}

function outcomeOf(module: TestModule): Outcome {
  const file = relative(process.cwd(), module.moduleId);
  const tests = [...module.children.allTests()];
  const failed = tests.filter((test) => test.result().state === 'failed');
  const broken = [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: failed.length + broken.length,
    failures: [
      ...broken.map((suite) => failure(file, reasonOf(suite.errors()))),
      ...failed.map((test) => failure(`${file}: ${test.fullName}`, reasonOf(test.result().errors))),
    ],
    secondTries: tests
      .filter((test) => test.result().state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0)
      .map(({ fullName }) => fullName),
    files: [[file, module.diagnostic().duration / 1_000]],
  };
}

/** Writes the outcome of a vitest run to `file`: its tests, files that do not load, and errors outside both. */
export class ReportOutcome implements Reporter {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: Errors): void {
    const outside = unhandled.map((error) => failure('outside a test', reasonOf([error])));
    const outcomes = [...modules.map(outcomeOf), { passed: 0, failed: outside.length, failures: outside, secondTries: [], files: [] }];
    writeFileSync(this.#file, JSON.stringify(outcomes.reduce(add)));
  }
}
