import { Button, cartStore, paths, useNavigate, useTexts } from '@site/shared/site/site.ts';
import { defineTexts } from '../texts/locales.ts';

const texts = defineTexts({ buyAgain: 'Comprar de novo' }, { buyAgain: 'Buy again' });

/** Puts the books of an order that was not paid back into the cart, each once, and opens it. */
export function BuyAgain({ ebookIds }: { ebookIds: readonly string[] }) {
  const t = useTexts(texts);
  const navigate = useNavigate();

  function buy() {
    const { lines, restore } = cartStore.getState();
    const missing = ebookIds.filter((id) => !lines.some((line) => line.id === id));
    restore([...lines, ...missing.map((id) => ({ id, quantity: 1 }))]);
    void navigate(paths.cart.href());
  }

  return (
    <Button size="l" onClick={buy}>
      {t.buyAgain}
    </Button>
  );
}
