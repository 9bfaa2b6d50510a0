import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { ResourceLimitError } from './limited-work.ts';

/** To start a process and to load a decoder takes half a second, so that a process waits for so long for more work. */
const IDLE_MS = 5_000;

type Waiting = { child: ChildProcess; timer: NodeJS.Timeout };
/** Processes that wait for more work, by the module that they run. */
const waiting = new Map<string, Waiting>();

function start(module: URL): ChildProcess {
  const cache = getCompileCacheDir();
  const env = cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) };
  const child = fork(module, { env, execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  // A process that was killed can fail once more.
  child.on('error', () => undefined);
  return child;
}

/** Returns the process of `module` that waits, or null. */
function take({ href }: URL): ChildProcess | null {
  const found = waiting.get(href);
  if (!found) return null;
  waiting.delete(href);
  clearTimeout(found.timer);
  found.child.ref();
  found.child.channel?.ref();
  return found.child.connected ? found.child : null;
}

/** Lets a process wait for more work. It does not keep this process from its end. */
function keep(module: URL, child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  const timer = setTimeout(() => take(module)?.kill('SIGKILL'), IDLE_MS).unref();
  waiting.set(module.href, { child, timer });
}

/** Ends every process that waits for more work. */
export function endIdleProcesses(): void {
  for (const href of waiting.keys()) take(new URL(href))?.kill('SIGKILL');
}

/**
 * Returns the first message of a process that runs `module` and receives `input`, and ends the process unless the message says that it
 * `isReusable`. A thread is not enough for native decoders: their memory is outside of V8, and they cannot be stopped. The process gets no
 * secret: of the environment nothing but where compiled code is kept, if it is.
 * Throws `ResourceLimitError` after `ms`, or when the process was killed or crashed.
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
