import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import { Button, cartStore, Icon, paths, toast, useNavigate, useTexts } from '@site/shared/site/site.ts';
import { ebookTexts } from './texts.ts';

/** Puts one copy into the cart and says so (§4 Cart). At the limit of copies it says that instead. */
function addOneCopy(ebook: Ebook, texts: { added: (title: string) => string; limit: (title: string, quantity: number) => string }) {
  const copies = () => cartStore.getState().lines.find(({ id }) => id === ebook.id)?.quantity ?? 0;
  const before = copies();
  cartStore.getState().add(ebook.id);
  if (copies() > before) toast.success(texts.added(ebook.title));
  else toast.plain(texts.limit(ebook.title, before));
}

type AddToCartProps = {
  readonly ebook: Ebook;
  /** `card` is small and names the book for screen readers, because many stand on one page. */
  readonly look: 'card' | 'page';
};

/** The button that adds a book. A press before the page's scripts have started is kept by the shell and done then. */
export function AddToCart({ ebook, look }: AddToCartProps) {
  const t = useTexts(ebookTexts);
  const add = () => addOneCopy(ebook, t);
  if (look === 'card') {
    return (
      <Button variant="secondary" size="s" isWide aria-label={t.addTitle(ebook.title)} onClick={add}>
        <Icon name="plus" />
        {t.add}
      </Button>
    );
  }
  return (
    <Button size="l" onClick={add}>
      <Icon name="bag" />
      {t.addToCart}
    </Button>
  );
}

/** Goes to the cart with the book in it, once: a second press does not buy a second copy. */
export function BuyNow({ ebook }: { ebook: Ebook }) {
  const t = useTexts(ebookTexts);
  const navigate = useNavigate();
  const buy = () => {
    const { lines, add } = cartStore.getState();
    if (!lines.some(({ id }) => id === ebook.id)) add(ebook.id);
    void navigate(paths.cart.href());
  };
  return (
    <Button size="l" variant="secondary" onClick={buy}>
      {t.buyNow}
    </Button>
  );
}
