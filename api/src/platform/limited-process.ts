import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { ResourceLimitError } from './limited-work.ts';

/** Starting a process and loading a decoder takes half a second, so an idle process waits this long for more work. */
const IDLE_MS = 5_000;

type Waiting = { child: ChildProcess; timer: NodeJS.Timeout };
/** Idle processes, by the module that they run. */
const waiting = new Map<string, Waiting>();

function start(module: URL): ChildProcess {
  const cache = getCompileCacheDir();
  const env = cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) };
  const child = fork(module, { env, execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  // A killed process can emit one more error.
  child.on('error', () => undefined);
  return child;
}

/** Returns the idle process of `module`, or null. From then on, the caller owns the process. */
function take({ href }: URL): ChildProcess | null {
  const found = waiting.get(href);
  if (!found) return null;
  waiting.delete(href);
  clearTimeout(found.timer);
  found.child.ref();
  found.child.channel?.ref();
  return found.child.connected ? found.child : null;
}

/** Keeps an idle process for more work. It does not keep the API process alive. */
function keep(module: URL, child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  const timer = setTimeout(() => take(module)?.kill('SIGKILL'), IDLE_MS).unref();
  waiting.set(module.href, { child, timer });
}

/** Ends all idle processes. */
export function endIdleProcesses(): void {
  for (const href of waiting.keys()) take(new URL(href))?.kill('SIGKILL');
}

/**
 * Sends `input` to a process that runs `module` and returns the process's first message. Ends the process, unless the message has
 * `isReusable`. A thread is not enough for native decoders: their memory is outside of V8, and they cannot be stopped. The process gets no
 * secrets. Its only environment variable is the compile cache, if there is one. Throws `ResourceLimitError` after `ms` milliseconds, or
 * when the process was killed or crashed.
 */
export async function runInProcess<Said>(module: URL, input: Record<string, unknown>, ms: number): Promise<Said> {
  const child = take(module) ?? start(module);
  const { promise, resolve, reject } = Promise.withResolvers<Said & { isReusable?: boolean }>();
  const onExit = (code: number | null, signal: string | null) =>
    reject(signal ? new ResourceLimitError(`the process ended by ${signal}`) : new Error(`the process ended with ${code}`));
  child.once('message', resolve).once('error', reject).once('exit', onExit);
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  let isReusable = false;
  try {
    child.send(input);
    const said = await promise;
    isReusable = said.isReusable === true;
    return said;
  } finally {
    clearTimeout(timer);
    child.off('message', resolve).off('error', reject).off('exit', onExit);
    if (isReusable) keep(module, child);
    else child.kill('SIGKILL');
  }
}
