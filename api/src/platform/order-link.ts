import * as v from 'valibot';
import { AppError } from '../base/app-error.ts';
import type { Caller } from './auth.ts';
import type { Deps } from './deps.ts';
import { isSecretLinkKey } from './secret-links.ts';

const SCHEME = 'Order ';
const CREDENTIALS = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{22})$/;

const LinkSchema = v.nullable(
  v.object({ state: v.picklist(['open', 'over']), generation: v.number(), holder: v.string(), email: v.string() }),
);

/**
 * Returns the holder of the secret link in `authorization` (`Order <id>.<key>`), who may read that order only. Returns null when the header
 * is no link. Throws `not_found` for a wrong key and for a missing order alike, and `order_taken_over`.
 */
export async function findLinkHolder(
  { data, env }: Pick<Deps, 'data'> & { env: Pick<Deps['env'], 'LINKS_SECRET'> },
  authorization: string | undefined,
): Promise<Caller | null> {
  if (!authorization?.startsWith(SCHEME)) return null;
  const [, id, key] = CREDENTIALS.exec(authorization.slice(SCHEME.length)) ?? [];
  const link = id && key ? v.parse(LinkSchema, await data.sql.getOrderLink({ orderId: id })) : null;
  if (!id || !key || !link || !isSecretLinkKey(env.LINKS_SECRET, 'order', id, link.generation, key)) throw new AppError('not_found');
  if (link.state === 'over') throw new AppError('order_taken_over');
  return {
    ...{ uid: link.holder, email: link.email, emailVerified: true, name: null, photoUrl: null },
    ...{ role: 'customer', permissions: [], signedInWith: null, signedInAt: 0, issuedAt: 0 },
  };
}
