import type { Server } from 'node:net';
import { FileError } from '@site/shared/process/files.ts';

/** Every stand-in listens here and nowhere else. */
export const LOOPBACK = '127.0.0.1';

/** Stops what was started where it must never run. */
export function refuseProduction(name: string): void {
  if (process.env.NODE_ENV === 'production') throw new Error(`${name} never runs with NODE_ENV=production`);
}

/** The environment variable `name`; throws when it is missing. */
export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
}

/** The port in the environment variable `name`. */
export function requiredPort(name: string): number {
  const port = Number(required(name));
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${name} is not a port`);
  return port;
}

/** Resolves when `server` accepts connections; a busy port is an error that names it. */
export function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`port ${port} is busy`) : error);
    });
    server.listen(port, LOOPBACK, resolve);
  });
}

/** Runs `main`; what it throws is printed without its stack, and the process ends with code 1. */
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
 * Runs a stand-in: `start` returns when it answers and gives what ends it, which SIGTERM or SIGINT calls once.
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
