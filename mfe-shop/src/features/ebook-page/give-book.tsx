import { Button, cartStore, paths, useNavigate, useTexts } from '@site/shared/site/site.ts';
import { texts } from './texts.ts';

/** Puts a book that the reader has into the cart, as a present. */
export function GiveBook({ ebookId }: { ebookId: string }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const give = () => {
    const { lines, restore } = cartStore.getState();
    restore([...lines.filter(({ id }) => id !== ebookId), { id: ebookId, quantity: 1, gift: 'all' }]);
    void navigate(paths.cart.href());
  };
  return (
    <div>
      <Button variant="secondary" onClick={give}>
        {t.give}
      </Button>
    </div>
  );
}
