import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** The id of the request, or of the run of a job, that this code works for: it stands in every log line and goes with every call. */
export const currentRequestId = (): string | undefined => current.getStore();

/** Does `work` in the name of `id`. */
export const withRequestId = <T>(id: string, work: () => T): T => current.run(id, work);
