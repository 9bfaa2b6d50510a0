// Load and fault scenarios: R1 (duplicates), R2 (crashes), R5 (uploads), R6 (rolling deploy), R7 (export and restore), R8 (imports), R9
// (simultaneous use of limited and shared resources), L1 (newsletter issues), L2 (an issue to many readers), bodies above the limit
// (`bodies`), the worst files (`files`), a database without writes (`readonly`, which needs root), and killing one of each process.
// `--copies`, `--parallel`, `--runs`, `--lanes`, `--points`, `--offsets`, `--requests`, `--orders`, `--rows`, `--readers`, `--kills`,
// `--many`, `--tries` make the scenarios smaller, and `--only r1,r6` selects scenarios. `--database postgres://…` is an empty database for
// R1, R7, R9, L1 or L2 instead of an embedded one, and R2 copies it. R9 requires it. The exit code is 1 if a goal is missed.
import { parseArgs } from 'node:util';
import { startOnly } from '../contract/stand-ins/targets.ts';
import type { Purchases } from './buyers.ts';
import { sendLargeCampaign } from './campaign-at-large.ts';
import { killCampaigns } from './campaign-kills.ts';
import { CRASH_POINTS, type Crash, openCrashSite } from './crash-points.ts';
import { withoutWrites } from './database-without-writes.ts';
import { isOneOfEach, type OrderOutcome } from './discounted-order.ts';
import { measureExportRestore } from './export-restore.ts';
import { killImports } from './import-kills.ts';
import { sendLargeBodies } from './large-bodies.ts';
import { rollingDeploy } from './rolling-deploy.ts';
import { sellingAtOnce } from './selling.ts';
import { CHECKOUTS_A_MINUTE, oneOfEachIsKilled } from './two-of-each.ts';
import { uploadFaults } from './uploads.ts';
import type { Visits } from './visitors.ts';
import { webhookStorm } from './webhook-storm.ts';
import { takeWorstFiles } from './worst-files.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'r1,r2,r2-two,r5,killed,r6,r7,r8,r9,l1,l2,bodies,files,readonly' },
    copies: { type: 'string', default: '10000' },
    parallel: { type: 'string', default: '50' },
    runs: { type: 'string', default: '5' },
    lanes: { type: 'string', default: '4' },
    points: { type: 'string', default: '' },
    offsets: { type: 'string', default: '100' },
    requests: { type: 'string', default: '10000' },
    orders: { type: 'string', default: '1000000' },
    rows: { type: 'string', default: '20000' },
    readers: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '20' },
    many: { type: 'string', default: '100000' },
    tries: { type: 'string', default: '40' },
    database: { type: 'string' },
    visitors: { type: 'string', default: '16' },
  },
});

/** The allowed growth between two collections of a heap without a leak. */
const MAY_GROW_MB = 48;
/** The memory that the guide gives an API's container. */
const CONTAINER_MB = 512;
/** The goal for the p99 under load. */
const MAY_WAIT_MS = 50;

let failures = 0;
function figure(name: string, value: string | number, isMet: boolean): void {
  if (!isMet) failures += 1;
  console.log(`${isMet ? 'ok  ' : 'FAIL'} ${name.padEnd(62)} ${value}`);
}

const said = ({ kept, ...counts }: OrderOutcome) => `${Object.values(counts).join(', ')}${kept ? '' : ': not their sum'}`;
const someOf = ({ outcome: { kept, ...counts }, mails }: Crash, isIt: (count: number) => boolean) =>
  !kept || [...Object.values(counts), mails].some(isIt);

async function r1(): Promise<void> {
  const { oneEvent, manyEvents, orders } = await webhookStorm({
    copies: Number(values.copies),
    parallel: Number(values.parallel),
    database: values.database,
  });
  for (const [name, storm] of [
    [`R1 ${oneEvent.copies} copies of one event, ${values.parallel} at a time, two processes`, oneEvent],
    [`R1 ${manyEvents.copies} different events of one payment`, manyEvents],
  ] as const) {
    console.log(`\n${name}: ${storm.seconds.toFixed(1)} s, p50 ${storm.p50.toFixed(0)} ms, p99 ${storm.p99.toFixed(0)} ms`);
    figure('answers that are not 2xx', storm.refused, storm.refused === 0);
    figure('paid orders, entitlements, gifts, uses of its coupon, receipts', said(storm.outcome), isOneOfEach(storm.outcome));
    figure('mails that arrived', storm.mails, storm.mails === 1);
  }
  console.log(`\nR1 all ${orders.tried} orders of five events`);
  const states = Object.entries(orders.finalStates);
  figure(
    'final states',
    states.map(([state, count]) => `${state}: ${count}`).join(' | '),
    states.length === 1 && states[0]?.[1] === orders.tried,
  );
  figure('answers that are not 2xx', orders.refused, orders.refused === 0);
  figure(
    'mails written, one per order',
    JSON.stringify(orders.mails),
    Object.values(orders.mails).every((count) => count === orders.tried),
  );
}

async function r2(instances: number): Promise<void> {
  if (values.database) {
    const { close } = await startOnly(['data'], values.database);
    await close();
    process.env.BLANK_DATABASE = values.database;
  }
  const points = CRASH_POINTS.filter((point) => point.includes(values.points));
  const todo = Array.from({ length: Number(values.runs) }, () => points).flat();
  const crashes: Crash[] = [];
  const lane = async () => {
    const site = await openCrashSite(instances);
    try {
      for (let point = todo.shift(); point !== undefined; point = todo.shift()) crashes.push(await site.crashAt(point));
    } finally {
      await site.close();
    }
  };
  const who = instances === 1 ? 'the only API, started again' : `one of ${instances} APIs, the rest goes on`;
  console.log(`\nR2 kill -9 of ${who}, at ${points.length} points, ${values.runs} times each`);
  await Promise.all(Array.from({ length: Math.min(Number(values.lanes), todo.length) }, lane));
  for (const point of points) {
    const here = crashes.filter((crash) => crash.point === point);
    const slowest = Math.max(...here.map((crash) => crash.recoveredMs ?? Number.POSITIVE_INFINITY));
    const isRight = here.every((crash) => isOneOfEach(crash.outcome) && crash.mails === 1);
    const again = here.filter((crash) => crash.handovers > crash.mails).length;
    const note = again > 0 ? `, handed over again under its Message-ID: ${again}` : '';
    figure(point, `recovered in ${(slowest / 1_000).toFixed(1)} s at most${note}`, isRight && slowest <= 60_000);
  }
  const lost = crashes.filter((crash) => crash.recoveredMs === null || someOf(crash, (count) => count === 0)).length;
  const doubled = crashes.filter((crash) => someOf(crash, (count) => count > 1)).length;
  figure(`lost of ${crashes.length}`, lost, lost === 0);
  figure(`doubled of ${crashes.length}`, doubled, doubled === 0);
}

async function r5(): Promise<void> {
  const { cuts, kills, race, orphanRows, orphanFiles } = await uploadFaults({
    offsets: Number(values.offsets),
    parallel: Number(values.parallel),
  });
  console.log(
    `\nR5 uploads cut at ${cuts.offsets} offsets, ${kills.times} makings killed, ${race.parallel} at once of one normalised name`,
  );
  figure('books made of a file that was cut off', `${cuts.accepted} answered, ${cuts.books} in the shop`, cuts.accepted + cuts.books === 0);
  figure('books that are half there after a kill', kills.halfBooks, kills.halfBooks === 0);
  figure(`won of ${race.parallel}`, race.won, race.won === 1);
  // A busy machine answers some of the requests with a retry.
  const others = Object.entries(race.others);
  const answered = race.won + race.refusedByName + others.reduce((sum, [said, count]) => sum + (said.startsWith('503') ? count : 0), 0);
  figure(
    'refused by the name',
    [race.refusedByName, ...others.map(([said, count]) => `${said}: ${count}`)].join(', '),
    answered === race.parallel,
  );
  figure('rows of files that no book has, after the sweeper', orphanRows, orphanRows === 0);
  figure('files that no book has, or the reverse, after the sweeper', orphanFiles, orphanFiles === 0);
}

const underLoad = () => ({ requests: Number(values.requests), parallel: Number(values.visitors) });

function visitFigures({ asked, failed }: Visits): void {
  figure(`requests that failed of ${asked}`, [failed.length, ...failed.slice(0, 5)].join(' | '), failed.length === 0);
}

function purchaseFigures({ paid, lost, doubled }: Purchases): void {
  figure(`purchases meanwhile: ${paid}; lost`, lost, lost === 0 && paid > 0);
  figure('doubled', doubled, doubled === 0);
}

async function killed(): Promise<void> {
  console.log('\nTwo APIs and two shell servers behind balancers, each killed (-9) once under load');
  const { visits, purchases, repeated, allowed } = await oneOfEachIsKilled(underLoad());
  visitFigures(visits);
  console.log(`     questions that the balancers asked again: ${repeated}; buttons that were pressed again: ${purchases.pressedAgain}`);
  purchaseFigures(purchases);
  figure(`checkouts let through by both together, of ${2 * CHECKOUTS_A_MINUTE}`, allowed, allowed === CHECKOUTS_A_MINUTE);
}

async function r6(): Promise<void> {
  console.log('\nR6 rolling deploy of APIs, hosts and a remote under load');
  const { visits, purchases, repeated, cutOff, gone, hosts, releases, isRolledBack, stops } = await rollingDeploy(underLoad());
  visitFigures(visits);
  figure('requests that met no instance, or were cut off', repeated + cutOff, repeated + cutOff === 0);
  figure('hosts that visitors were given', hosts, hosts === 2);
  figure('releases of a remote that visitors were given', releases, releases === 2);
  figure('shown after its rollback', isRolledBack ? 'the first one' : 'another one', isRolledBack);
  figure(`files that were gone in the end, of ${visits.addresses.size} that pages named`, gone, gone === 0);
  purchaseFigures(purchases);
  for (const { process, failed, ms } of stops) {
    const value = [`${failed.length}, gone in ${(ms / 1_000).toFixed(1)} s`, ...failed.slice(0, 3)].join(' | ');
    figure(`failed of 200 under way when ${process} got SIGTERM`, value, failed.length === 0 && ms <= 10_000);
  }
}

async function r7(): Promise<void> {
  console.log(`\nR7 a shop of ${values.orders} orders and 100 files goes into an empty installation, and out again`);
  const { rows, bytes, restoreSeconds, exportSeconds, different } = await measureExportRestore(Number(values.orders), 100, values.database);
  console.log(
    `     ${rows} rows, ${Math.round(bytes / 1e6)} MB; restored in ${restoreSeconds.toFixed(0)} s, exported in ${exportSeconds.toFixed(0)} s`,
  );
  figure('tables and files that are not as they were', [different.length, ...different].join(' | '), different.length === 0);
  figure('minutes for both', ((restoreSeconds + exportSeconds) / 60).toFixed(1), restoreSeconds + exportSeconds <= 600);
}

async function r8(): Promise<void> {
  const found = await killImports(Number(values.rows), values.points);
  const { rows, kills, report } = found;
  console.log(`\nR8 kill -9 of the only API, ${kills} times while it read, imported and undid a file of ${rows} rows`);
  const [added, known, refused] = [rows * 0.8, rows * 0.1, rows * 0.1];
  const said = `${report.rows} rows: ${report.added} added, ${report.known} known, ${report.refused} refused`;
  figure('report', said, report.rows === rows && report.added === added && report.known === known && report.refused === refused);
  figure(
    'entitlements to read, of different addresses',
    `${found.purchases}, ${found.addresses}`,
    found.purchases === added && found.addresses === added,
  );
  figure('refused rows in the file for the owner', found.refusedRows, found.refusedRows === refused);
  figure('entitlements that went when it was undone; left', `${found.removed}; ${found.left}`, found.removed === added && found.left === 0);
}

async function r9(): Promise<void> {
  if (!values.database) {
    console.log('\nR9 needs a real PostgreSQL: --only r9 --database postgres://…');
    return;
  }
  const { races, faults, mix } = await sellingAtOnce({ database: values.database, rounds: Number(values.runs), mixMs: 8_000 });
  console.log('\nR9 what many want at once, two APIs over PostgreSQL');
  for (const { about, wanted, came } of races) {
    const others = came.filter((outcome) => outcome !== wanted);
    figure(
      `${about}: ${wanted}`,
      `${came.length - others.length} of ${came.length} rounds${others.map((other) => ` | ${other}`).join('')}`,
      others.length === 0,
    );
  }
  const done = Object.entries(mix.done).map(([name, count]) => `${name}: ${count}`);
  console.log(`     8 s of everything: ${done.join(' | ')}`);
  figure('answers that are a fault, or a limit', [faults.length, ...faults.slice(0, 3)].join(' | '), faults.length === 0);
  figure('orders that do not add up', [mix.wrong.length, ...mix.wrong.slice(0, 5)].join(' | '), mix.wrong.length === 0);
}

async function l1(): Promise<void> {
  const found = await killCampaigns(Number(values.readers), Number(values.kills), values.database);
  const { readers, kills, seconds, got, twice, unknown, unknownWithout, mostUnknown, left, leftAndGot, missing, purchaseSeconds } = found;
  console.log(`\nL1 an issue to ${readers} readers, by two APIs that were killed (-9) ${kills} times in turn: ${seconds.toFixed(0)} s`);
  figure('got it twice', twice, twice === 0);
  figure('got it', got, got >= readers - left - mostUnknown);
  figure(`nobody knows, at most ${mostUnknown}`, `${unknown}, of whom ${unknownWithout} did not get it`, unknown <= mostUnknown);
  figure('neither got it nor are listed', missing, missing === 0);
  figure(`left before their turn: ${left}; got it all the same`, leftAndGot, leftAndGot === 0 && left > 0);
  figure('seconds until a purchase mail left meanwhile', purchaseSeconds.toFixed(1), purchaseSeconds <= 10);
}

async function l2(): Promise<void> {
  const { readers, sent, preparedSeconds, seconds, perEmail, memoryMb, catalogueMs } = await sendLargeCampaign(
    Number(values.many),
    values.database,
  );
  console.log(`\nL2 an issue to ${readers} readers, by two APIs: ${seconds.toFixed(0)} s, ${(readers / seconds).toFixed(0)} a second`);
  figure('have it', sent, sent === readers);
  console.log(`     readers written down in ${preparedSeconds.toFixed(1)} s`);
  if (perEmail)
    console.log(`     of the database, for each email: ${perEmail.transactions.toFixed(2)} transactions, ${perEmail.workMs.toFixed(2)} ms`);
  figure(
    'MB of the larger API after half of them, and at most later',
    `${memoryMb.half.toFixed(0)}, ${memoryMb.most.toFixed(0)}`,
    memoryMb.most <= memoryMb.half + MAY_GROW_MB,
  );
  figure(
    'ms in which 95 of 100 answers of the catalogue come, before and meanwhile',
    `${catalogueMs.before.toFixed(1)}, ${catalogueMs.meanwhile.toFixed(1)}`,
    catalogueMs.meanwhile <= MAY_WAIT_MS,
  );
}

async function bodies(): Promise<void> {
  const figures = await sendLargeBodies({ tries: Number(values.tries) });
  console.log('\nBodies above the limit: how many of all tries got the right answer');
  for (const { about, size, tries, right, others } of figures) {
    const wrong = Object.entries(others).map(([answer, count]) => ` | ${count} × ${answer}`);
    figure(`${about}, ${size / 1_000} kB`.padEnd(84), `${right} of ${tries}${wrong.join('')}`, right === tries);
  }
}

async function files(): Promise<void> {
  console.log('\nThe worst file of each kind: MB of the API and its processes, and the longest wait of other calls');
  for await (const { name, answer, kilobytes, peakMb, longestMs } of takeWorstFiles()) {
    const value = `${peakMb.toFixed(0)} MB, ${longestMs.toFixed(0)} ms; ${kilobytes.toFixed(1)} kB: ${answer}`;
    figure(name, value, peakMb < CONTAINER_MB);
  }
}

/** The goals of `/readyz`, in seconds. */
const NOTICED_WITHIN = 10;
const READY_WITHIN = 15;

async function readOnly(): Promise<void> {
  console.log('\nTwo APIs whose database is read-only for a while, and then on a full disk, under steady calls');
  const { faults, answers, wrong, acknowledged, lost, dead } = await withoutWrites();
  for (const [answer, count] of Object.entries(answers)) console.log(`     ${answer}: ${count}`);
  for (const { name, noticedSeconds, readySeconds, reasons } of faults) {
    const isNoticed = noticedSeconds !== null && noticedSeconds <= NOTICED_WITHIN;
    figure(
      `${name}: seconds until both said degraded; checks that said no`,
      `${noticedSeconds?.toFixed(1) ?? 'never'}; ${reasons}`,
      isNoticed,
    );
    const isReady = readySeconds !== null && readySeconds <= READY_WITHIN;
    figure(`${name}: seconds until both were ready again`, readySeconds?.toFixed(1) ?? 'never', isReady);
    const refused = Object.entries(answers).some(([answer, count]) => answer.startsWith(`${name}: contact 503`) && count > 0);
    figure(`${name}: contact messages were refused with 503`, refused ? 'yes' : 'no', refused);
  }
  figure('answers of 5xx that are not 503 with Retry-After', [wrong.length, ...wrong.slice(0, 5)].join(' | '), wrong.length === 0);
  figure(`acknowledged writes that are not there, of ${acknowledged}`, [lost.length, ...lost.slice(0, 3)].join(' | '), lost.length === 0);
  figure('jobs without a success afterwards', [dead.length, ...dead].join(' | '), dead.length === 0);
}

const scenarios = { r1, r2: () => r2(1), 'r2-two': () => r2(2), r5, killed, r6, r7, r8, r9, l1, l2, bodies, files, readonly: readOnly };
const only = values.only.split(',');
for (const [name, scenario] of Object.entries(scenarios)) if (only.includes(name)) await scenario();
process.exitCode = failures > 0 ? 1 : 0;
