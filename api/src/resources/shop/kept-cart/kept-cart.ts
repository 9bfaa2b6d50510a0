import { keptCartCalls } from '@site/shared/contracts/kept-cart.ts';
import { handle } from '../../../platform/handle.ts';

export const keptCartHandlers = handle(keptCartCalls, {
  'GET /api/me/cart': ({ sql, caller }) => sql.getKeptCart({ uid: caller.uid }),
  // When the stored cart has a newer revision, it stays unchanged and is returned.
  'PUT /api/me/cart': async ({ sql, caller, body }) =>
    (await sql.saveKeptCart({ uid: caller.uid, ...body })) ?? (await sql.getKeptCart({ uid: caller.uid })),
});
