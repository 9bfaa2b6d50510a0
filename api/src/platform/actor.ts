import type { Context } from 'hono';
import type { ApiEnv } from './deps.ts';

/** The admin who makes a change, and the request id. SQL functions that write to the audit log take it as `p_actor`. */
export type Actor = { uid: string; email: string; request_id: string };

/** Returns the admin who makes this request. Call this only in routes that require an admin. */
export function actorOf(c: Context<ApiEnv>): Actor {
  const { uid, email } = c.get('caller');
  return { uid, email, request_id: c.get('requestId') };
}
