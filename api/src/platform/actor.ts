import type { Context } from 'hono';
import type { ApiEnv } from './deps.ts';

/** The admin who changes something, and the request: the `p_actor` of every SQL function that writes down an admin's change. */
export type Actor = { uid: string; email: string; request_id: string };

/** The admin who makes this request. Only for routes that admins alone may call. */
export function actorOf(c: Context<ApiEnv>): Actor {
  const { uid, email } = c.get('caller');
  return { uid, email, request_id: c.get('requestId') };
}
