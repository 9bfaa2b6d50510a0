import { Button, ButtonLink, cartStore, Icon, icons, paths, useCart, useNavigate, useTexts } from '@site/shared/site/site.ts';
import { ebookTexts } from '../../ebook/texts.ts';
import { texts } from './texts.ts';

/** Adds a book that the reader owns to the cart as a gift. A gift that is already in the cart stays unchanged. */
export function GiveBook({ ebookId }: { ebookId: string }) {
  const t = useTexts(texts);
  const tEbook = useTexts(ebookTexts);
  const navigate = useNavigate();
  const isGiven = useCart(({ lines }) => lines.some(({ id, gift }) => id === ebookId && gift));
  const give = () => {
    cartStore.getState().add(ebookId);
    const { lines, restore } = cartStore.getState();
    restore(lines.map((line) => (line.id === ebookId ? { ...line, gift: 'all' } : line)));
    void navigate(paths.cart.href());
  };
  return (
    <div>
      {isGiven ? (
        <ButtonLink to={paths.cart.href()} variant="secondary">
          <Icon path={icons.check} />
          {tEbook.inCartGo}
        </ButtonLink>
      ) : (
        <Button variant="secondary" onClick={give}>
          {t.give}
        </Button>
      )}
    </div>
  );
}
