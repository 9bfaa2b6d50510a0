import { Button, type CartLine, cartStore, paths, useNavigate, useTexts } from '@site/shared/site/site.ts';
import { joinLines } from '../contracts/cart-rules.ts';
import { COUPON_KEY } from '../contracts/coupon-rules.ts';
import type { Order } from '../contracts/orders.ts';
import { tabStore } from '../device/storage.ts';
import { defineTexts } from '../texts/locales.ts';

const texts = defineTexts({ buyAgain: 'Comprar de novo' }, { buyAgain: 'Buy again' });

/** The fields of an order that make up its cart. */
type Bought = Pick<Order, 'items' | 'discounts'>;

/**
 * Returns the cart lines of an order. For a book whose buyer decided the price, its list price is the chosen amount; for other books the
 * cart ignores the value.
 */
const linesOf = ({ items }: Bought): CartLine[] =>
  items.map(({ ebookId, quantity, gift, list, price }) => ({ id: ebookId, quantity, ...(gift ? { gift } : {}), chosen: list ?? price }));

/** Renders a button that puts the books and the coupon of an unpaid order back into the cart and opens it. */
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
