import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { GiftChoice } from '../contracts/cart-rules.ts';
import type { Money } from '../money/money.ts';

/**
 * A cart line as the device stores it. Titles and prices are always fetched again, and the shop decides how many copies it sells. `gift`:
 * the copies that are gifts. `chosen`: the amount for each copy where the buyer decides the price.
 */
export type CartLine = {
  readonly id: string;
  readonly quantity: number;
  readonly gift?: GiftChoice | undefined;
  readonly chosen?: Money | undefined;
};

export type CartState = {
  readonly lines: readonly CartLine[];
  /** False until the device's copy was read. Until then screens show a placeholder instead of an empty cart. */
  readonly isReady: boolean;
  /** Adds a book. Adding a book that is in the cart already changes nothing. */
  readonly add: (id: string) => void;
  readonly remove: (id: string) => void;
  readonly clear: () => void;
  /** Adds lines back, for example after sign-in or an undo. */
  readonly restore: (lines: readonly CartLine[]) => void;
  /** Merges changes from the account's other devices. Only defined during a session. */
  readonly meetAccount?: (() => void) | undefined;
};

const STORAGE_KEY = 'cart';
/** Increase when the stored format changes: another version is read as an empty cart. */
const STORAGE_VERSION = 1;

/** Returns the valid lines of any stored value, and drops the rest. */
function readLines(value: unknown): CartLine[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (line: Partial<CartLine> | null): line is CartLine =>
      typeof line?.id === 'string' && Number.isSafeInteger(line.quantity) && Number(line.quantity) > 0,
  );
}

/** The page's only cart, stored on the device. */
export const cartStore = createStore<CartState>()((set) => ({
  lines: [],
  isReady: false,
  add: (id) => set(({ lines }) => (lines.some((line) => line.id === id) ? {} : { lines: [...lines, { id, quantity: 1 }] })),
  remove: (id) => set(({ lines }) => ({ lines: lines.filter((line) => line.id !== id) })),
  clear: () => set({ lines: [] }),
  restore: (lines) => set({ lines: readLines(lines) }),
}));

/**
 * Reads the device's cart, stores each later change, and follows changes in other tabs. Returns a function that stops this. The shell must
 * call it once, before anything can change the cart. Never called on the server, which knows no cart.
 */
export function readCartFromDevice(): () => void {
  const read = () => cartStore.setState({ lines: storedLines(), isReady: true });
  const onStorage = ({ key }: StorageEvent) => {
    // `null`: all of the storage was cleared.
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
    // Blocked or damaged storage gives an empty cart instead of a broken page.
    return [];
  }
}

function keepLines(lines: readonly CartLine[]): void {
  const text = JSON.stringify({ state: { lines }, version: STORAGE_VERSION });
  try {
    // A write to the storage triggers an event in every other tab. So a change that another tab stored is not stored again.
    if (localStorage.getItem(STORAGE_KEY) !== text) localStorage.setItem(STORAGE_KEY, text);
  } catch {
    // If the browser blocks storage, the cart is lost when the page closes.
  }
}

/** Returns a part of the cart in a component. */
export const useCart = <T>(select: (cart: CartState) => T): T => useStore(cartStore, select);

/** Returns how many copies are in the cart, for the badge. */
export const countCopies = ({ lines }: Pick<CartState, 'lines'>): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);
