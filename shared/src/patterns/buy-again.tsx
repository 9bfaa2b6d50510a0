import { Button, type CartLine, cartStore, paths, useNavigate, useTexts } from '@site/shared/site/site.ts';
import { joinLines } from '../contracts/cart-rules.ts';
import { COUPON_KEY } from '../contracts/coupon-rules.ts';
import type { Order } from '../contracts/orders.ts';
import { tabStore } from '../device/storage.ts';
import { defineTexts } from '../texts/locales.ts';

const texts = defineTexts({ buyAgain: 'Comprar de novo' }, { buyAgain: 'Buy again' });

/** What of an order makes its cart. */
type Bought = Pick<Order, 'items' | 'discounts'>;

/** The cart that an order came from. What was given for a copy is what it cost on the shelf; it is read only where the buyer decides. */
const linesOf = ({ items }: Bought): CartLine[] =>
  items.map(({ ebookId, quantity, gift, list, price }) => ({ id: ebookId, quantity, ...(gift ? { gift } : {}), chosen: list ?? price }));

/** Puts what an order that was not paid was about back into the cart, as it was, with its coupon, and opens it. */
export function BuyAgain({ order }: { order: Bought }) {
  const t = useTexts(texts);
  const navigate = useNavigate();

  function buy() {
    const { lines, restore } = cartStore.getState();
    const coupon = order.discounts.find(({ kind }) => kind === 'coupon');
    if (coupon) tabStore.write(COUPON_KEY, coupon.label);
    restore(joinLines(lines, linesOf(order)));
    void navigate(paths.cart.href());
  }

  return (
    <Button size="l" onClick={buy}>
      {t.buyAgain}
    </Button>
  );
}
