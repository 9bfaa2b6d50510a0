import type { KeptCart } from '@site/shared/contracts/kept-cart.ts';
import { KeptCartSchema } from '@site/shared/contracts/kept-cart.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

export const getKeptCart = (data: Data, uid: string): Promise<KeptCart> => data.call('get_kept_cart', { p_uid: uid }, KeptCartSchema);

/** Keeps a cart in the place of the one of its revision, and answers it; null when that is another one meanwhile. */
export const saveKeptCart = (data: Data, uid: string, { lines, revision }: KeptCart): Promise<KeptCart | null> =>
  data.call('save_kept_cart', { p_uid: uid, p_revision: revision, p_lines: lines }, v.nullable(KeptCartSchema));
