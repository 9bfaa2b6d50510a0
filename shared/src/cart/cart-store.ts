import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { GiftChoice } from '../contracts/cart-rules.ts';
import type { Money } from '../money/money.ts';

/**
 * A cart line as the device keeps it: titles and prices are always read again, and how many copies are sold the shop says. `gift`: which of
 * them are presents; `chosen`: what is given for each where the buyer decides.
 */
export type CartLine = {
  readonly id: string;
  readonly quantity: number;
  readonly gift?: GiftChoice | undefined;
  readonly chosen?: Money | undefined;
};

export type CartState = {
  readonly lines: readonly CartLine[];
  /** False until the device's copy was read: screens show a placeholder, not an empty cart. */
  readonly isReady: boolean;
  /** Adds a book; one that is there stays as it is, however often the button was pressed. */
  readonly add: (id: string) => void;
  readonly remove: (id: string) => void;
  readonly clear: () => void;
  /** Puts lines back, for example after sign-in or an undo. */
  readonly restore: (lines: readonly CartLine[]) => void;
  /** Asks what other devices of the account put into it; there during a session. */
  readonly meetAccount?: (() => void) | undefined;
};

const STORAGE_KEY = 'cart';
/** Raised when the stored form changes; another version is read as an empty cart. */
const STORAGE_VERSION = 1;

/** Lines out of anything that storage or another page may hold; what is no line is left out. */
function readLines(value: unknown): CartLine[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (line: Partial<CartLine> | null): line is CartLine =>
      typeof line?.id === 'string' && Number.isSafeInteger(line.quantity) && Number(line.quantity) > 0,
  );
}

/** The one cart of the page, kept on the device. */
export const cartStore = createStore<CartState>()((set) => ({
  lines: [],
  isReady: false,
  add: (id) => set(({ lines }) => (lines.some((line) => line.id === id) ? {} : { lines: [...lines, { id, quantity: 1 }] })),
  remove: (id) => set(({ lines }) => ({ lines: lines.filter((line) => line.id !== id) })),
  clear: () => set({ lines: [] }),
  restore: (lines) => set({ lines: readLines(lines) }),
}));

/**
 * Reads the device's cart, keeps it there from now on, and follows changes made in other tabs. Returns how to stop.
 * Called once, by the shell, before anything can change the cart: the server knows no cart.
 */
export function readCartFromDevice(): () => void {
  const read = () => cartStore.setState({ lines: storedLines(), isReady: true });
  const onStorage = ({ key }: StorageEvent) => {
    // `null`: everything was cleared.
    if (key === STORAGE_KEY || key === null) read();
  };
  read();
  const stopKeeping = cartStore.subscribe(({ lines }, before) => {
    if (lines !== before.lines) keepLines(lines);
  });
  window.addEventListener('storage', onStorage);
  return () => {
    stopKeeping();
    window.removeEventListener('storage', onStorage);
  };
}

function storedLines(): CartLine[] {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    return stored?.version === STORAGE_VERSION ? readLines(stored.state?.lines) : [];
  } catch {
    // Storage that is blocked or damaged is an empty cart, not a broken page.
    return [];
  }
}

function keepLines(lines: readonly CartLine[]): void {
  const text = JSON.stringify({ state: { lines }, version: STORAGE_VERSION });
  try {
    // Other tabs hear of every write: what came from them is not written back.
    if (localStorage.getItem(STORAGE_KEY) !== text) localStorage.setItem(STORAGE_KEY, text);
  } catch {
    // Where nothing can be stored the cart lives as long as the page.
  }
}

/** A part of the cart, for components. */
export const useCart = <T>(select: (cart: CartState) => T): T => useStore(cartStore, select);

/** How many copies are in the cart: the badge's number. */
export const countCopies = ({ lines }: Pick<CartState, 'lines'>): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);
