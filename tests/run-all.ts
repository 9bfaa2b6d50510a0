// The one command of the README: everything that must hold, in the order in which it fails fastest, and one line at the end.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallChromium } from './setup/chromium.ts';

type Counts = { passed: number; failed: number };
type Step = {
  name: string;
  command: string[];
  count?: (report: string) => Counts;
  env?: Record<string, string>;
};

const reports = mkdtempSync(join(tmpdir(), 'semente-reports-'));
const reportFile = (name: string) => join(reports, `${name}.json`);

function vitestCounts(report: string): Counts {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(report);
  return {
    passed: numPassedTests,
    failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0),
  };
}

function playwrightCounts(report: string): Counts {
  const { stats, errors } = JSON.parse(report);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
  };
}

const verify: Step[] = [
  { name: 'format and lint', command: ['npm', 'run', 'lint'] },
  { name: 'types', command: ['npm', 'run', 'types'] },
  { name: 'boundaries', command: ['npm', 'run', 'boundaries'] },
  { name: 'dead code', command: ['npm', 'run', 'dead-code'] },
  {
    name: 'unit tests',
    command: ['npm', 'run', 'unit', '--', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile('unit tests')}`],
    count: vitestCounts,
  },
  { name: 'build', command: ['npm', 'run', 'build'] },
  { name: 'size', command: ['npm', 'run', 'size'] },
];

const contract: Step = {
  name: 'contract tests',
  command: ['npm', 'run', 'contract', '--', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile('contract tests')}`],
  count: vitestCounts,
};

const e2e = (chromium: string): Step => ({
  name: 'journeys',
  command: ['npm', 'run', 'e2e', '--', '--reporter=list,json'],
  env: {
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile('journeys'),
    CHROMIUM_PATH: chromium,
  },
  count: playwrightCounts,
});

const run = (step: Step): Promise<number> =>
  new Promise((resolve, reject) => {
    const [file = '', ...args] = step.command;
    const child = spawn(file, args, {
      stdio: 'inherit',
      env: { ...process.env, ...step.env },
    });
    child.once('error', reject).once('exit', (code) => resolve(code ?? 1));
  });

const total: Counts = { passed: 0, failed: 0 };
const lines: string[] = [];

async function runStep(step: Step): Promise<void> {
  const startedAt = Date.now();
  const code = await run(step);
  let counts: Counts = code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  if (step.count) {
    try {
      counts = step.count(readFileSync(reportFile(step.name), 'utf8'));
    } catch {
      counts = { passed: 0, failed: 1 };
    }
    if (code !== 0 && counts.failed === 0) counts.failed = 1;
  }
  total.passed += counts.passed;
  total.failed += counts.failed;
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  lines.push(
    `${step.name.padEnd(16)} ${String(counts.passed).padStart(5)} passed ${String(counts.failed).padStart(4)} failed ${seconds} s`,
  );
}

const onlyVerify = process.argv[2] === 'verify';
const chromium = onlyVerify ? '' : await findOrInstallChromium();
for (const step of onlyVerify ? verify : [...verify, contract, e2e(chromium)]) await runStep(step);
console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
