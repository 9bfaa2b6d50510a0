import { GIFT_CHOICES, takeCopies, takeSellableLines } from '@site/shared/contracts/cart-rules.ts';
import { type CartLine, paths } from '@site/shared/site/site.ts';

const PARAM = 'books';
/** Addresses that are returned to have an end (`parseReturnTo`). */
const LONGEST = 1_500;

/**
 * The address of the cart, with the ids and copies that it holds: whoever signs up comes back to it from a mail, perhaps in a browser that knows
 * nothing of it.
 */
export function cartAddress(lines: readonly CartLine[]): string {
  let text = '';
  for (const { id, quantity, gift } of takeSellableLines(lines)) {
    const next = `${text && `${text}.`}${id}~${quantity}${gift ? `~${gift}` : ''}`;
    if (next.length > LONGEST) break;
    text = next;
  }
  return text ? `${paths.cart.href()}?${PARAM}=${text}` : paths.cart.href();
}

/** The lines that stand in an address, and the address without them; null where none do. */
export function readCartAddress(search: URLSearchParams): { lines: CartLine[]; rest: URLSearchParams } | null {
  const text = search.get(PARAM);
  if (text === null) return null;
  const lines = takeSellableLines(text.split('.')).flatMap((part): CartLine[] => {
    const [id = '', quantity, choice] = part.split('~');
    const gift = GIFT_CHOICES.find((one) => one === choice);
    return /^[a-z0-9-]{1,80}$/.test(id) ? [{ id, quantity: takeCopies(Number(quantity), gift), ...(gift ? { gift } : {}) }] : [];
  });
  const rest = new URLSearchParams(search);
  rest.delete(PARAM);
  return { lines, rest };
}
