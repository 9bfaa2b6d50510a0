// Detects whether the machine did other work during a measurement.
import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';

/** Above this load (waiting processes in the last minute), other work on the machine distorts a measurement. */
const QUIET_LOAD = 2;
/** The number of cores that other processes may use during a measurement. */
const QUIET_CORES = 0.25;
const CLOCK_TICKS_PER_SECOND = 100;
const LOOK_MS = 1_000;

type Seen = { parent: number; ticks: number; key: string };

/** Returns the CPU time of a process and its parent. Null when it has ended. */
function look(pid: string): Seen | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]), key: `${pid} ${fields[19]}` };
  } catch {
    return null;
  }
}

/** Returns the ticks in which a core was not idle: user, nice, system, irq, softirq and steal. */
function busyTicks(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] =
    readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/).slice(1).map(Number) ?? [];
  return user + nice + system + irq + softirq + steal;
}

/** The ticks of all processes known to be ours, even if their parent has ended. */
const ownTicks = new Map<string, number>();

function lookAround(): { busy: number; own: number } {
  const seen = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => [Number(pid), look(pid)] as const),
  );
  const isOwn = (pid: number): boolean => {
    const found = seen.get(pid);
    return pid === process.pid || (found ? ownTicks.has(found.key) || isOwn(found.parent) : false);
  };
  for (const [pid, found] of seen) if (found && isOwn(pid)) ownTicks.set(found.key, found.ticks);
  return { busy: busyTicks(), own: [...ownTicks.values()].reduce((sum, ticks) => sum + ticks, 0) };
}

type Quiet = {
  /** The reason why the measurement does not count, or null if nothing else was running. */
  noise: string | null;
};

/** Reads the load before the run starts anything. */
export function quietBefore(): Quiet {
  const load = loadavg()[0] ?? 0;
  return { noise: load > QUIET_LOAD ? `load ${load.toFixed(1)} before it began` : null };
}

/** Runs `measure` and reports whether other processes were busy meanwhile. */
export async function watched<T>(measure: () => Promise<T>): Promise<Quiet & { result: T }> {
  const before = lookAround();
  const startedAt = performance.now();
  // A process that starts and ends between two checks counts as another one.
  const looks = setInterval(lookAround, LOOK_MS);
  try {
    const result = await measure();
    const after = lookAround();
    const seconds = (performance.now() - startedAt) / 1_000;
    const cores = (after.busy - before.busy - (after.own - before.own)) / CLOCK_TICKS_PER_SECOND / seconds;
    return { result, noise: cores > QUIET_CORES ? `others used ${cores.toFixed(1)} cores` : null };
  } finally {
    clearInterval(looks);
  }
}
