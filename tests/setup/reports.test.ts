import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Outcome, playwrightOutcome } from './reports.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

test('the outcome of a vitest run names failures with reasons, also outside of tests, and tests that passed at a retry', () => {
  const dir = mkdtempSync(join(tmpdir(), 'semente-retries-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  writeFileSync(
    join(dir, 'once.test.mjs'),
    `import { expect, test } from 'vitest';
    let tries = 0;
    test('steady', () => {});
    test('shaky', { retry: 1 }, () => { tries += 1; expect(tries).toBe(2); });
    test('broken', { retry: 1 }, () => { expect(1).toBe(2); });
    test('refused', () => { throw new Error('not now', { cause: new Error('asked too long') }); });
    test('left behind', () => { Promise.reject(new Error('too late')); });`,
  );
  writeFileSync(join(dir, 'unreadable.test.mjs'), `import './is-not-there.mjs';`);
  const file = join(dir, 'outcome.json');
  writeFileSync(
    join(dir, 'vitest.config.mjs'),
    `import { ReportOutcome } from '${join(ROOT, 'tests/setup/report-outcome.ts')}';
    export default {
      resolve: { alias: { vitest: '${join(ROOT, 'node_modules/vitest')}' } },
      test: { reporters: [new ReportOutcome('${file}')] },
    };`,
  );
  spawnSync('npx', ['vitest', 'run', '--root', dir], { cwd: ROOT });
  const { failures, files, ...outcome }: Outcome = JSON.parse(readFileSync(file, 'utf8'));
  expect(outcome).toEqual({ passed: 3, failed: 4, secondTries: ['shaky'] });
  expect(files.map(([name]) => name).toSorted()).toEqual([
    expect.stringContaining('once.test.mjs'),
    expect.stringContaining('unreadable.test.mjs'),
  ]);
  expect(failures.toSorted()).toEqual([
    expect.stringMatching(/once[.]test[.]mjs: broken\nAssertionError: expected 1 to be 2/),
    expect.stringMatching(/once[.]test[.]mjs: refused\nnot now\ncaused by: asked too long\n/),
    expect.stringMatching(/unreadable[.]test[.]mjs\n.*is-not-there/s),
    expect.stringMatching(/outside a test\nError: too late/),
  ]);
}, 60_000);

test('the outcome of a playwright run names failed and flaky journeys at any depth of the report', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'a-journey.spec.ts',
    tests: [{ status, results: [{ duration: 500 }, { duration: 1_000, error: { message } }] }],
  });
  const suites = [
    {
      specs: [spec('steady', 'expected'), spec('broken', 'unexpected', '\u001b[31mno button\u001b[39m')],
      suites: [{ specs: [spec('shaky', 'flaky')] }],
    },
  ];
  const report = JSON.stringify({ stats: { expected: 1, flaky: 1, unexpected: 1 }, errors: [{ message: 'no browser' }], suites });
  expect(playwrightOutcome(report)).toEqual({
    passed: 2,
    failed: 2,
    failures: ['a-journey.spec.ts: broken\nno button', 'outside a journey\nno browser'],
    secondTries: ['a-journey.spec.ts: shaky'],
    files: [['a-journey.spec.ts', 4.5]],
  });
});
