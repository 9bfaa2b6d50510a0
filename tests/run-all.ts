// Runs `npm test`: what fails fastest runs first, and a summary is printed last. Without arguments it runs within minutes the tests whose
// failures cost most. `all` runs every test, `rest` those that the default leaves out, and `verify` or names of rooms those that need no
// site.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

// Hundreds of processes load the same code, so they share compiled code.
process.env.NODE_COMPILE_CACHE ??= resolve('.build/compile-cache');

const reports = mkdtempSync(join(tmpdir(), 'semente-reports-'));
const reportFile = (name: string) => join(reports, `${name}.json`);

const checks: Step[] = [
  { name: 'format and lint', command: ['npm', 'run', 'lint'] },
  // The compiler is short-lived, so collecting less garbage saves CPU time. Near the memory limit it collects as usual.
  { name: 'types', command: ['npm', 'run', 'types'], env: { GOGC: '400', GOMEMLIMIT: '2GiB' } },
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

/** Runs the unit tests of all rooms, or of those in `folders`. */
const unit = (folders: string[] = [], env?: Step['env']) =>
  vitest(
    'unit tests',
    'unit',
    folders.map((folder) => `${resolve(folder)}/`),
    env,
  );

/** The most important contracts: database, access, entitlements, money and customers. */
const FIRST_CONTRACT = [
  'database/limits',
  'database/lists',
  'database/price-before',
  'database/refund-ledger',
  'database/schemas',
  'api/access-matrix',
  'api/closed-data',
  'api/admins',
  'api/customers',
  'api/payments',
  'api/admin-orders',
].map((name) => `tests/contract/${name}.test.ts`);
/** The most important journeys: buying, reading, publishing, sending, and an area that is down. */
const FIRST_JOURNEYS = [
  'visitor-buys-an-ebook',
  'customer-reads-and-downloads',
  'admin-publishes-an-ebook',
  'owner-writes-and-sends',
  'one-remote-is-down',
].map((name) => `tests/e2e/journeys/${name}.spec.ts`);

/** Returns the test files below `folder` except `others`. */
const filesIn = (folder: string, ending: string, others: readonly string[]): string[] =>
  readdirSync(folder, { recursive: true })
    .map((file) => join(folder, String(file)))
    .filter((file) => file.endsWith(ending) && !others.includes(file));

const contract = (files: readonly string[]) => vitest('contract tests', 'contract', [...files]);

const e2e = (chromium: string, files: readonly string[]): Step => ({
  name: 'journeys',
  command: ['npm', 'run', 'e2e', '--', '--reporter=list,json', ...files],
  env: {
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile('journeys'),
    CHROMIUM_PATH: chromium,
  },
  outcome: playwrightOutcome,
});

/** Runs a step. The output of parallel steps is printed at their end, so that it does not mix. */
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

let total: Outcome = { passed: 0, failed: 0, failures: [], secondTries: [], files: [] };
const lines: string[] = [];

async function runStep(step: Step, isAlone: boolean): Promise<void> {
  const startedAt = Date.now();
  const code = await run(step, isAlone);
  let outcome: Outcome = {
    passed: code === 0 ? 1 : 0,
    failed: code === 0 ? 0 : 1,
    failures: code === 0 ? [] : [step.name],
    secondTries: [],
    files: [],
  };
  if (step.outcome) {
    try {
      outcome = step.outcome(readFileSync(reportFile(step.name), 'utf8'));
    } catch {
      outcome = { passed: 0, failed: 1, failures: [`${step.name}: no report`], secondTries: [], files: [] };
    }
    if (code !== 0 && outcome.failed === 0) outcome = { ...outcome, failed: 1, failures: [`${step.name}: exit ${code} without a failure`] };
  }
  total = add(total, outcome);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  lines.push(
    `${step.name.padEnd(16)} ${String(outcome.passed).padStart(5)} passed ${String(outcome.failed).padStart(4)} failed ${seconds} s`,
  );
}

/** Runs the stages one after another. The lanes of a stage run in parallel, because each alone leaves a core idle. */
async function runStages(stages: readonly (readonly Step[])[][]): Promise<void> {
  for (const lanes of stages)
    await Promise.all(
      lanes.map(async (lane) => {
        for (const step of lane) await runStep(step, lanes.length === 1);
      }),
    );
}

const ROOMS: readonly string[] = ['shared', 'api', 'shell', 'mfe-shop', 'mfe-podcast', 'mfe-dashboards', 'tests'];
const PARTS: readonly string[] = ['verify', 'all', 'rest'];
const only = process.argv.slice(2);
const unknown = only.filter((name) => ![...PARTS, ...ROOMS].includes(name));
if (unknown.length > 0) throw new Error(`no room: ${unknown.join(' ')}; there are ${ROOMS.join(', ')}`);

if (only.includes('verify')) await runStages([[checks, build, [unit()]]]);
else if (only.includes('rest')) {
  const chromium = await findOrInstallChromium();
  await runStages([
    [[contract(filesIn('tests/contract', '.test.ts', FIRST_CONTRACT))]],
    [[e2e(chromium, filesIn('tests/e2e/journeys', '.spec.ts', FIRST_JOURNEYS))]],
  ]);
} else if (only.some((name) => ROOMS.includes(name))) await runStages([[[unit(only)]]]);
else {
  const chromium = await findOrInstallChromium();
  const isAll = only.includes('all');
  await runStages([
    [checks, build],
    [[unit([], { BESIDE_CONTRACT: '1' })], [contract(isAll ? [] : FIRST_CONTRACT)]],
    [[e2e(chromium, isAll ? [] : FIRST_JOURNEYS)]],
  ]);
}
rmSync(reports, { recursive: true });
const slowest = total.files.toSorted(([, one], [, other]) => other - one).slice(0, 10);
if (slowest.length > 0)
  lines.push('', 'slowest files:', ...slowest.map(([file, seconds]) => `  ${seconds.toFixed(0).padStart(4)} s  ${file}`));
// The failures are last, because often only the end of a long log is visible.
if (total.failures.length > 0) lines.push('', 'failed:', ...total.failures.map((text) => `  ${text.replaceAll('\n', '\n    ')}`));
if (total.secondTries.length > 0) lines.push('', 'passed only at a second try:', ...total.secondTries.map((name) => `  ${name}`));
console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
