import { createApiClient, identity } from '@site/shared/site/site.ts';

const options = {
  origin: '',
  token: async (fresh: boolean) => (await identity()).token(fresh),
  onRefused: async () => (await identity()).endSession(),
};

/** The API as the signed-in person. Only for the browser: on the server nobody is signed in. */
export const api = createApiClient(options);

/** For what takes its time, such as looking through a file. */
export const patientApi = createApiClient({ ...options, timeoutMs: 30_000 });
