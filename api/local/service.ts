import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { asFileError } from '@site/shared/process/files.ts';

export type ServiceOptions = {
  name: string;
  /** Arguments of node: its options, the entry, and the entry's arguments. */
  command: string[];
  cwd: string;
  env: Record<string, string>;
  /** The URL responds with 2xx when the process works. If there is no URL, the process counts as ready at once. */
  readyUrl?: string;
  /** File to which all output of the process is appended. */
  logFile: string;
  /** Called with each line of output. Errors then do not repeat the last lines. */
  onLine?: (line: string) => void;
  /** Called when the process ends without having been stopped. */
  onUnexpectedEnd: (error: Error) => void;
};

export type Service = {
  readonly name: string;
  /** Process id. Undefined while the process does not run. */
  readonly pid: number | undefined;
  /** Starts the process and resolves when it is ready. Throws with its last output when it ends before that. */
  start: () => Promise<void>;
  /** Runs a one-time process to its end. Throws with its last output when it fails. */
  runToEnd: () => Promise<void>;
  /** Sends SIGTERM, and SIGKILL after five seconds. Resolves when the process has ended. */
  stop: () => Promise<void>;
  /** Ends the process with a signal, SIGKILL by default, and resolves when it has ended. It is not started again. */
  kill: (signal?: NodeJS.Signals) => Promise<void>;
  restart: () => Promise<void>;
  /** Sends SIGSTOP: the kernel accepts connections, but nothing answers. */
  pause: () => void;
  resume: () => void;
};

const READY_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 5_000;
const POLL_MS = 50;
const KEPT_LINES = 40;
const FOLLOW_PARENT = new URL('follow-parent.ts', import.meta.url).href;

/**
 * Returns the few variables of this process that a child needs, and those that configure traces. All of the child's own variables are
 * passed explicitly.
 */
function inherited(): Record<string, string> {
  const names = [
    'PATH',
    'HOME',
    'TMPDIR',
    'LANG',
    'SystemRoot',
    'TEMP',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'NODE_COMPILE_CACHE',
  ];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

/**
 * Creates one process of the site. It has its own process group, so that Ctrl-C reaches only the process that stops all others in order.
 */
export function createService(options: ServiceOptions): Service {
  const { name, command, cwd, env, readyUrl, logFile, onLine, onUnexpectedEnd } = options;
  let child: ChildProcess | undefined;
  let exited: Promise<void> = Promise.resolve();
  let isEndExpected = false;
  let exitCode: number | null = null;
  let log: WriteStream | undefined;
  let lastLines: string[] = [];

  const keep = (line: string) => {
    lastLines = [...lastLines, line].slice(-KEPT_LINES);
    log?.write(`${line}\n`);
    onLine?.(line);
  };
  const signalGroup = (signal: NodeJS.Signals) => {
    if (!child?.pid) return;
    try {
      process.kill(-child.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  const describeEnd = (how: string) => {
    const words = onLine ? `, see above or ${logFile}` : `; its last words:\n${lastLines.map((line) => `  ${line}`).join('\n')}`;
    return new Error(`${name} ${how}${words}`);
  };

  const launch = () => {
    lastLines = [];
    log = createWriteStream(logFile, { flags: 'a' }).on('error', (error) => {
      process.stderr.write(`${(asFileError(logFile, error) as Error).message}; ${name} runs on without its log\n`);
      log = undefined;
    });
    const launched = spawn(process.execPath, ['--import', FOLLOW_PARENT, ...command], {
      cwd,
      env: { ...inherited(), ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    child = launched;
    for (const stream of [launched.stdout, launched.stderr]) if (stream) createInterface(stream).on('line', keep);
    exited = new Promise((resolve) => {
      launched.once('close', (code, signal) => {
        child = undefined;
        exitCode = code;
        log?.end();
        resolve();
        if (!isEndExpected) onUnexpectedEnd(describeEnd(`ended by itself (${signal ?? `exit code ${code}`})`));
      });
    });
  };

  const untilReady = async () => {
    const deadline = Date.now() + READY_LIMIT_MS;
    while (readyUrl !== undefined) {
      if (!child) throw describeEnd('ended while it started');
      const response = await fetch(readyUrl, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
      await response?.body?.cancel();
      if (response?.ok) return;
      if (Date.now() > deadline) throw describeEnd(`is not ready after ${READY_LIMIT_MS / 1000} s`);
      await sleep(POLL_MS);
    }
  };

  const start = async () => {
    isEndExpected = false;
    launch();
    await untilReady();
  };
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    isEndExpected = true;
    signalGroup(signal);
    await exited;
  };
  const stop = async () => {
    isEndExpected = true;
    signalGroup('SIGCONT');
    signalGroup('SIGTERM');
    const timer = setTimeout(() => signalGroup('SIGKILL'), STOP_LIMIT_MS);
    await exited;
    clearTimeout(timer);
  };

  return {
    name,
    get pid() {
      return child?.pid;
    },
    start,
    runToEnd: async () => {
      isEndExpected = true;
      launch();
      await exited;
      if (exitCode !== 0) throw describeEnd('failed');
    },
    stop,
    kill,
    restart: async () => {
      await stop();
      await start();
    },
    pause: () => signalGroup('SIGSTOP'),
    resume: () => signalGroup('SIGCONT'),
  };
}
