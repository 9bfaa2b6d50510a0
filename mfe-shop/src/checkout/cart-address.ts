import { GIFT_CHOICES, takeCopies, takeSellableLines } from '@site/shared/contracts/cart-rules.ts';
import { MAX_TYPED_CODE } from '@site/shared/contracts/coupon-rules.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { type CartLine, paths } from '@site/shared/site/site.ts';
import { COUPON_TAG } from '@site/shared/visits/link-tags.ts';

const PARAM = 'books';
/** The maximum length of a return address (`parseReturnTo`). */
const LONGEST = 1_400;

/**
 * Formats a line, such as `rute~3`, `rute~3~group` or `rute~1~~1500BRL`: id, copies, the buyer's choice of gift copies, and the chosen
 * price of a copy.
 */
const lineText = ({ id, quantity, gift, chosen }: CartLine): string =>
  [id, quantity, gift ?? '', chosen ? `${chosen.minor}${chosen.currency}` : ''].join('~').replace(/~+$/, '');

function readChosen(text: string | undefined): Pick<CartLine, 'chosen'> {
  const [, minor, code] = /^([0-9]{1,9})([A-Z]{3})$/.exec(text ?? '') ?? [];
  const currency = CURRENCIES.find((one) => one === code);
  return currency ? { chosen: toMoney(Number(minor), currency) } : {};
}

/**
 * Returns the URL of the cart with its lines and its coupon. A visitor who signs up returns to this URL from an email, perhaps in a browser
 * without the cart.
 */
export function cartAddress(lines: readonly CartLine[], coupon: string | null): string {
  let text = '';
  for (const line of takeSellableLines(lines)) {
    const next = `${text && `${text}.`}${lineText(line)}`;
    if (next.length > LONGEST) break;
    text = next;
  }
  if (!text) return paths.cart.href();
  return `${paths.cart.href()}?${PARAM}=${text}${coupon ? `&${new URLSearchParams({ [COUPON_TAG]: coupon })}` : ''}`;
}

type CartInAddress = { readonly lines: CartLine[]; readonly coupon: string | null; readonly rest: URLSearchParams };

/** Returns the cart in a URL, and the URL without it. Null if the URL contains no cart. */
export function readCartAddress(search: URLSearchParams): CartInAddress | null {
  const text = search.get(PARAM);
  if (text === null) return null;
  const lines = takeSellableLines(text.split('.')).flatMap((part): CartLine[] => {
    const [id = '', quantity, choice, amount] = part.split('~');
    const gift = GIFT_CHOICES.find((one) => one === choice);
    if (!/^[a-z0-9-]{1,80}$/.test(id)) return [];
    return [{ id, quantity: takeCopies(Number(quantity), gift), ...(gift ? { gift } : {}), ...readChosen(amount) }];
  });
  const rest = new URLSearchParams(search);
  rest.delete(PARAM);
  rest.delete(COUPON_TAG);
  return { lines, coupon: search.get(COUPON_TAG)?.slice(0, MAX_TYPED_CODE) ?? null, rest };
}
