import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Returns the id of the current request or job run. Every log line and every outgoing call contains this id. */
export const currentRequestId = (): string | undefined => current.getStore();

/** Runs `work` with `id` as the current request id. */
export const withRequestId = <T>(id: string, work: () => T): T => current.run(id, work);
