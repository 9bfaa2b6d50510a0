import type { Server } from 'node:net';
import { FileError } from '@site/shared/process/files.ts';

/** The only address on which stand-ins listen. */
export const LOOPBACK = '127.0.0.1';

/** Throws in production, where local tools must never run. */
export function refuseProduction(name: string): void {
  if (process.env.NODE_ENV === 'production') throw new Error(`${name} never runs with NODE_ENV=production`);
}

/** Returns the environment variable `name`. Throws when it is missing. */
export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
}

/** Returns the port in the environment variable `name`. Throws when it is invalid. */
export function requiredPort(name: string): number {
  const port = Number(required(name));
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${name} is not a port`);
  return port;
}

/** Resolves when `server` accepts connections. Throws an error that names a busy port. */
export function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`port ${port} is busy`) : error);
    });
    server.listen(port, LOOPBACK, resolve);
  });
}

/** Runs `main`. Prints an error without its stack and ends the process with code 1. */
export async function runBriefly(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}

type Close = () => Promise<void> | void;

/**
 * Runs a stand-in. `start` returns once the stand-in answers, with the function that ends it. SIGTERM or SIGINT calls that function once.
 */
export async function runStandIn(name: string, start: () => Promise<Close>): Promise<void> {
  await runBriefly(async () => {
    refuseProduction(`the ${name} stand-in`);
    const close = await start();
    let closing = false;
    const end = async () => {
      if (closing) return;
      closing = true;
      await runBriefly(async () => await close());
      process.exit(0);
    };
    process.on('SIGTERM', end).on('SIGINT', end);
    process.on('uncaughtException', (error) => {
      process.stderr.write(`${error instanceof FileError ? error.message : error.stack}\n`);
      process.exit(1);
    });
  });
}
