// The one command of the README: everything that must hold, in the order in which it fails fastest, and one line at the end.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallChromium } from './setup/chromium.ts';
import { type Outcome, playwrightOutcome, vitestOutcome } from './setup/reports.ts';

type Step = {
  name: string;
  command: string[];
  outcome?: (report: string) => Outcome;
  env?: Record<string, string>;
};

const reports = mkdtempSync(join(tmpdir(), 'semente-reports-'));
const reportFile = (name: string) => join(reports, `${name}.json`);

const verify: Step[] = [
  { name: 'format and lint', command: ['npm', 'run', 'lint'] },
  { name: 'types', command: ['npm', 'run', 'types'] },
  { name: 'boundaries', command: ['npm', 'run', 'boundaries'] },
  { name: 'dead code', command: ['npm', 'run', 'dead-code'] },
  {
    name: 'unit tests',
    command: ['npm', 'run', 'unit', '--', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile('unit tests')}`],
    outcome: vitestOutcome,
  },
  { name: 'build', command: ['npm', 'run', 'build'] },
  { name: 'size', command: ['npm', 'run', 'size'] },
];

const contract: Step = {
  name: 'contract tests',
  command: ['npm', 'run', 'contract', '--', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile('contract tests')}`],
  outcome: vitestOutcome,
};

const e2e = (chromium: string): Step => ({
  name: 'journeys',
  command: ['npm', 'run', 'e2e', '--', '--reporter=list,json'],
  env: {
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile('journeys'),
    CHROMIUM_PATH: chromium,
  },
  outcome: playwrightOutcome,
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

const total: Outcome = { passed: 0, failed: 0, secondTries: [] };
const lines: string[] = [];

async function runStep(step: Step): Promise<void> {
  const startedAt = Date.now();
  const code = await run(step);
  let outcome: Outcome = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, secondTries: [] };
  if (step.outcome) {
    try {
      outcome = step.outcome(readFileSync(reportFile(step.name), 'utf8'));
    } catch {
      outcome = { passed: 0, failed: 1, secondTries: [] };
    }
    if (code !== 0 && outcome.failed === 0) outcome.failed = 1;
  }
  total.passed += outcome.passed;
  total.failed += outcome.failed;
  total.secondTries.push(...outcome.secondTries);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  lines.push(
    `${step.name.padEnd(16)} ${String(outcome.passed).padStart(5)} passed ${String(outcome.failed).padStart(4)} failed ${seconds} s`,
  );
}

const onlyVerify = process.argv[2] === 'verify';
const chromium = onlyVerify ? '' : await findOrInstallChromium();
for (const step of onlyVerify ? verify : [...verify, contract, e2e(chromium)]) await runStep(step);
if (total.secondTries.length > 0) lines.push('', 'passed only at a second try:', ...total.secondTries.map((name) => `  ${name}`));
console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
