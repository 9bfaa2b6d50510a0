import { GIFT_CHOICES, joinLines, takeCopies, takeSellableLines } from '@site/shared/contracts/cart-rules.ts';
import type { KeptCart } from '@site/shared/contracts/kept-cart.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { type ApiCall, type CartLine, cartStore, paths, sessionStore } from '@site/shared/site/site.ts';
import { withoutLanguage } from '@site/shared/texts/language-address.ts';

/**
 * The last cart that device and account had in common. It stays on the device after signing out, because it belongs to the account `uid`.
 */
type Common = { readonly uid: string; readonly revision: number; readonly lines: readonly CartLine[] };

const KEY = 'cart-of-account';
/** Changes within this time, in milliseconds, are sent together. */
const QUIET_MS = 1_500;

/** Returns a line that fits the contract, whatever the device has stored. */
function toKept({ id, quantity, gift: choice, chosen }: CartLine): KeptCart['lines'][number] {
  const gift = GIFT_CHOICES.find((one) => one === choice);
  const isAmount = Number.isSafeInteger(chosen?.minor) && Number(chosen?.minor) >= 0;
  return {
    id,
    quantity: takeCopies(quantity, gift),
    ...(gift ? { gift } : {}),
    ...(chosen && isAmount ? { chosen: toMoney(chosen.minor, chosen.currency) } : {}),
  };
}

const keptLines = (): KeptCart['lines'] => takeSellableLines(cartStore.getState().lines).map(toKept);
const isSame = (one: readonly CartLine[], other: readonly CartLine[]): boolean =>
  JSON.stringify(one.map(toKept)) === JSON.stringify(other.map(toKept));

function readCommon(): Common | null {
  try {
    const found: Partial<Common> | null = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return typeof found?.uid === 'string' && typeof found.revision === 'number' && Array.isArray(found.lines) ? (found as Common) : null;
  } catch {
    // If the stored data is unreadable, device and account have no cart in common.
    return null;
  }
}

function noteCommon(common: Common): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(common));
  } catch {
    // If the browser blocks storage, the carts of device and account are merged as a whole. Then no line is lost.
  }
}

/**
 * Merges the device's cart into the account's. Only changes that the device made since both carts were last equal count. A line that the
 * device removed stays removed.
 */
export function meetLines(device: readonly CartLine[], kept: KeptCart, common: Common | null, uid: string): readonly CartLine[] {
  const isOwn = common?.uid === uid;
  if (isOwn && common.revision === kept.revision) return device;
  // The account's cart has expired, so this device's cart replaces it.
  const before = common && !(isOwn && kept.revision === 0) ? common.lines : [];
  const has = (lines: readonly CartLine[], { id }: CartLine) => lines.some((line) => line.id === id);
  const changed = device.filter((line) => !before.some((old) => isSame([old], [line])));
  const stays = kept.lines.filter((line) => !isOwn || !has(before, line) || has(device, line));
  return joinLines(stays, changed);
}

let followed: string | null = null;

/**
 * Synchronizes the carts of the account and this device while `uid` is signed in. The account's cart is fetched after sign-in and when the
 * cart is opened, and changes are sent to it. If a call fails, the next call sends the missing changes.
 */
export function followCart(api: ApiCall, uid: string): void {
  if (followed === uid) return;
  followed = uid;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  const isHere = (): boolean => {
    const { session } = sessionStore.getState();
    return session.status === 'signed-in' && session.uid === uid;
  };

  const meet = async (): Promise<void> => await join(await api('GET /api/me/cart', {}));
  async function join(kept: KeptCart): Promise<void> {
    if (!isHere()) return;
    const { lines, restore } = cartStore.getState();
    const met = meetLines(lines, kept, readCommon(), uid);
    noteCommon({ uid, ...kept });
    if (!isSame(met, lines)) restore(met);
    if (!isSame(met, kept.lines)) await save();
  }
  async function save(): Promise<void> {
    const common = readCommon();
    if (common?.uid !== uid) return await meet();
    const lines = keptLines();
    if (isSame(lines, common.lines)) return;
    const kept = await api('PUT /api/me/cart', { body: { lines, revision: common.revision } });
    // If the cart differs from the sent one, a purchase or another device changed it first.
    if (isSame(lines, kept.lines)) noteCommon({ uid, ...kept });
    else await join(kept);
  }
  const ask = async (work: () => Promise<void>): Promise<void> => {
    clearTimeout(timer);
    if (!isHere()) return;
    // The requests run one after the other. The next request sends the changes that were made meanwhile.
    if (isAsking) return later();
    isAsking = true;
    await work().catch(() => undefined);
    isAsking = false;
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(save), QUIET_MS);
  };

  const stop = cartStore.subscribe(({ lines }, before) => lines !== before.lines && later());
  const stopWaiting = sessionStore.subscribe(() => {
    if (isHere()) return;
    clearTimeout(timer);
    stop();
    stopWaiting();
    cartStore.setState({ meetAccount: undefined });
    followed = null;
  });
  cartStore.setState({ meetAccount: () => void ask(meet) });
  void ask(withoutLanguage(location.pathname) === paths.cart.href() ? meet : save);
}
