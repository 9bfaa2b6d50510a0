import type { KeptCart } from '@site/shared/contracts/kept-cart.ts';
import type { Deps } from '../../platform/deps.ts';
import * as repository from './kept-cart.repository.ts';

type CartDeps = Pick<Deps, 'data'>;

/** What the caller's cart holds, of revision 0 where none is kept. */
export const getKeptCart = ({ data }: CartDeps, uid: string): Promise<KeptCart> => repository.getKeptCart(data, uid);

/** Keeps what another device begins with, unless the kept one has another revision by now. Answers the one that is kept then. */
export const saveKeptCart = async ({ data }: CartDeps, uid: string, cart: KeptCart): Promise<KeptCart> =>
  (await repository.saveKeptCart(data, uid, cart)) ?? (await repository.getKeptCart(data, uid));
