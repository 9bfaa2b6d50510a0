// The one command of the README: everything that must hold, what fails fastest first, and one line at the end.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findOrInstallChromium } from './setup/chromium.ts';
import { add, type Outcome, playwrightOutcome } from './setup/reports.ts';

type Step = {
  name: string;
  command: string[];
  outcome?: (report: string) => Outcome;
  env?: Record<string, string>;
};

// Hundreds of processes read the same code: what one compiled the next need not.
process.env.NODE_COMPILE_CACHE ??= resolve('.build/compile-cache');

const reports = mkdtempSync(join(tmpdir(), 'semente-reports-'));
const reportFile = (name: string) => join(reports, `${name}.json`);

const checks: Step[] = [
  { name: 'format and lint', command: ['npm', 'run', 'lint'] },
  { name: 'types', command: ['npm', 'run', 'types'] },
  { name: 'boundaries', command: ['npm', 'run', 'boundaries'] },
  { name: 'dead code', command: ['npm', 'run', 'dead-code'] },
];

const build: Step[] = [
  { name: 'build', command: ['npm', 'run', 'build'] },
  { name: 'size', command: ['npm', 'run', 'size'] },
  { name: 'old browsers', command: ['npm', 'run', 'old-browsers'] },
];

const vitest = (name: string, script: string, args: string[] = [], env: Step['env'] = {}): Step => ({
  name,
  command: ['npm', 'run', script, '--', ...args],
  env: { OUTCOME_FILE: reportFile(name), ...env },
  outcome: (report): Outcome => JSON.parse(report),
});

/** Of all rooms, or of those in `folders`. */
const unit = (folders: string[] = [], env?: Step['env']) =>
  vitest(
    'unit tests',
    'unit',
    folders.map((folder) => `${resolve(folder)}/`),
    env,
  );

const contract = vitest('contract tests', 'contract');

const e2e = (chromium: string): Step => ({
  name: 'journeys',
  command: ['npm', 'run', 'e2e', '--', '--reporter=list,json'],
  env: {
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile('journeys'),
    CHROMIUM_PATH: chromium,
  },
  outcome: playwrightOutcome,
});

/** Runs a step. Beside others it is heard when it has ended, so that their words do not mix. */
const run = (step: Step, isAlone: boolean): Promise<number> =>
  new Promise((resolve, reject) => {
    const [file = '', ...args] = step.command;
    const child = spawn(file, args, { stdio: isAlone ? 'inherit' : 'pipe', env: { ...process.env, ...step.env } });
    const heard: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => heard.push(chunk));
    child.once('error', reject).once('close', (code) => {
      process.stdout.write(Buffer.concat(heard));
      resolve(code ?? 1);
    });
  });

let total: Outcome = { passed: 0, failed: 0, failures: [], secondTries: [] };
const lines: string[] = [];

async function runStep(step: Step, isAlone: boolean): Promise<void> {
  const startedAt = Date.now();
  const code = await run(step, isAlone);
  let outcome: Outcome = {
    passed: code === 0 ? 1 : 0,
    failed: code === 0 ? 0 : 1,
    failures: code === 0 ? [] : [step.name],
    secondTries: [],
  };
  if (step.outcome) {
    try {
      outcome = step.outcome(readFileSync(reportFile(step.name), 'utf8'));
    } catch {
      outcome = { passed: 0, failed: 1, failures: [`${step.name}: no report`], secondTries: [] };
    }
    if (code !== 0 && outcome.failed === 0) outcome = { ...outcome, failed: 1, failures: [`${step.name}: exit ${code} without a failure`] };
  }
  total = add(total, outcome);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  lines.push(
    `${step.name.padEnd(16)} ${String(outcome.passed).padStart(5)} passed ${String(outcome.failed).padStart(4)} failed ${seconds} s`,
  );
}

/** One after the other; the lanes of a stage side by side, because each alone leaves a core idle. */
async function runStages(stages: readonly (readonly Step[])[][]): Promise<void> {
  for (const lanes of stages)
    await Promise.all(
      lanes.map(async (lane) => {
        for (const step of lane) await runStep(step, lanes.length === 1);
      }),
    );
}

const ROOMS: readonly string[] = ['shared', 'api', 'shell', 'mfe-shop', 'mfe-podcast', 'mfe-dashboards', 'tests'];
const only = process.argv.slice(2);
const unknown = only.filter((name) => name !== 'verify' && !ROOMS.includes(name));
if (unknown.length > 0) throw new Error(`no room: ${unknown.join(' ')}; there are ${ROOMS.join(', ')}`);

if (only.includes('verify')) await runStages([[checks, build, [unit()]]]);
else if (only.length > 0) await runStages([[[unit(only)]]]);
else {
  const chromium = await findOrInstallChromium();
  await runStages([[checks, build], [[unit([], { BESIDE_CONTRACT: '1' })], [contract]], [[e2e(chromium)]]]);
}
rmSync(reports, { recursive: true });
// Last, because of a long run only the end may be at hand.
if (total.failures.length > 0) lines.push('', 'failed:', ...total.failures.map((text) => `  ${text.replaceAll('\n', '\n    ')}`));
if (total.secondTries.length > 0) lines.push('', 'passed only at a second try:', ...total.secondTries.map((name) => `  ${name}`));
console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
