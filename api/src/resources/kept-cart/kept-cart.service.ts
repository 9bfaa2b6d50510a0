import type { KeptCart } from '@site/shared/contracts/kept-cart.ts';
import { AppError } from '../../base/app-error.ts';
import type { Deps } from '../../platform/deps.ts';
import * as repository from './kept-cart.repository.ts';

type CartDeps = Pick<Deps, 'data'>;

/** What the caller's cart holds, of revision 0 where none is kept. */
export const getKeptCart = ({ data }: CartDeps, uid: string): Promise<KeptCart> => repository.getKeptCart(data, uid);

/** Keeps what another device begins with. Throws `changed_meanwhile` when the kept one has another revision. */
export async function saveKeptCart({ data }: CartDeps, uid: string, cart: KeptCart): Promise<KeptCart> {
  const kept = await repository.saveKeptCart(data, uid, cart);
  if (!kept) throw new AppError('changed_meanwhile');
  return kept;
}
