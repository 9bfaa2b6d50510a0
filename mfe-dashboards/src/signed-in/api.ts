import { type ApiCall, createApiClient, identity } from '@site/shared/site/site.ts';
import { readOrderLink } from './order-link.ts';
import { withRecentSignIn } from './step-up.ts';

const options = {
  origin: '',
  token: async (fresh: boolean) => (await identity()).token(fresh),
  onRefused: async () => (await identity()).endSession(),
};

/** A call that wants a recent sign-in asks for one, and is made again. */
const steppingUp =
  (call: ApiCall): ApiCall =>
  (endpoint, input) =>
    withRecentSignIn(() => call(endpoint, input));

/** On the pages of an order's link the link alone counts, also in a session. */
const byLink =
  (call: ApiCall): ApiCall =>
  (endpoint, input) => {
    const link = readOrderLink();
    if (!link) return call(endpoint, input);
    return createApiClient({ origin: '', headers: { authorization: `Order ${link.orderId}.${link.key}` } })(endpoint, input);
  };

/** The API as the signed-in person, or as the holder of an order's link. Only for the browser: the server knows no session. */
export const api = byLink(steppingUp(createApiClient(options)));

/** For what takes its time, such as looking through a file. */
export const patientApi = steppingUp(createApiClient({ ...options, timeoutMs: 30_000 }));
