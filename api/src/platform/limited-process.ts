import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { ResourceLimitError } from './limited-thread.ts';

/**
 * Returns the first message of a process that runs `module` and receives `input`, and ends the process. A thread is not enough for native
 * decoders: their memory is outside of V8, and they cannot be stopped. The process gets no
 * secret: of the environment nothing but where compiled code is kept, if it is.
 * Throws `ResourceLimitError` after `ms`, or when the process was killed or crashed.
 */
export async function runInProcess<Said>(module: URL, input: Record<string, unknown>, ms: number): Promise<Said> {
  const cache = getCompileCacheDir();
  const env = cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) };
  const child = fork(module, { env, execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const { promise, resolve, reject } = Promise.withResolvers<Said>();
  child.once('message', (said) => resolve(said as Said));
  child.once('error', reject);
  child.once('exit', (code, signal) => {
    reject(signal ? new ResourceLimitError(`the process ended by ${signal}`) : new Error(`the process ended with ${code}`));
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  try {
    child.send(input);
    return await promise;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
