import { createApiClient, identity } from '@site/shared/site/site.ts';

/** The API as the signed-in person. Only for the browser: on the server nobody is signed in. */
export const api = createApiClient({
  origin: '',
  token: async (fresh) => (await identity()).token(fresh),
  onRefused: async () => (await identity()).endSession(),
});
