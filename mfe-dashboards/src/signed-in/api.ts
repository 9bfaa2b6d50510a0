import { type ApiCall, createApiClient, identity } from '@site/shared/site/site.ts';
import { readOrderLink } from './order-link.ts';
import { withRecentSignIn } from './step-up.ts';

const options = {
  origin: '',
  token: async (fresh: boolean) => (await identity()).token(fresh),
  onRefused: async () => (await identity()).endSession(),
};

/** A call that needs a recent sign-in asks for one, and is repeated. */
const steppingUp =
  (call: ApiCall): ApiCall =>
  (endpoint, input) =>
    withRecentSignIn(() => call(endpoint, input));

/** Sends the key of an order's link on the pages of that link, even if the reader is signed in. */
const byLink =
  (call: ApiCall): ApiCall =>
  (endpoint, input) => {
    const link = readOrderLink();
    if (!link) return call(endpoint, input);
    return createApiClient({ origin: '', headers: { authorization: `Order ${link.orderId}.${link.key}` } })(endpoint, input);
  };

/** The API client of the signed-in person, or of the holder of an order's link. Only for the browser: the server knows no session. */
export const api = byLink(steppingUp(createApiClient(options)));

/** An API client with a longer timeout, for slow calls such as checking a file. */
export const patientApi = steppingUp(createApiClient({ ...options, timeoutMs: 30_000 }));
