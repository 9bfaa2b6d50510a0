import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import type { Money } from '@site/shared/money/money.ts';
import { getOpenPrice } from '@site/shared/money/open-price.ts';
import {
  Button,
  ButtonLink,
  cartStore,
  countVisit,
  Icon,
  icons,
  paths,
  TOAST_MS,
  toast,
  useCart,
  useNavigate,
  usePreferences,
  useTexts,
} from '@site/shared/site/site.ts';
import { type MouseEvent, useRef } from 'react';
import { ebookTexts } from './texts.ts';

/** So long after a press another one is the impatient rest of it. */
const IMPATIENCE_MS = 700;

type AddToCartProps = {
  readonly ebook: Pick<Ebook, 'id' | 'title' | 'prices' | 'suggested'>;
  /** `card` is small and names the book for screen readers, because many stand on one page. */
  readonly look: 'card' | 'page';
  /** What is given for the book, where that is asked for; null while it cannot be given. */
  readonly take?: () => Money | null;
};

/** The button is seen to be pressed before all that shows the cart is drawn anew. */
const afterPaint = (work: () => void): void => void requestAnimationFrame(() => setTimeout(work));

/**
 * The button that adds a book, once; then the way to the cart. Where the buyer decides what to give, the way to its page, which asks. A press
 * before the page's scripts have started is kept by the shell and done then.
 */
export function AddToCart({ ebook, look, take }: AddToCartProps) {
  const t = useTexts(ebookTexts);
  const navigate = useNavigate();
  const { currency } = usePreferences();
  const isInCart = useCart(({ lines }) => lines.some(({ id }) => id === ebook.id));
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  const takesFocus = useRef(false);
  const isCard = look === 'card';
  const size = isCard ? 's' : 'l';
  const toastId = `added ${ebook.id}`;

  const add = (event: MouseEvent) => {
    pressedAt.current = event.timeStamp;
    const chosen = take?.();
    if (chosen !== null) afterPaint(() => put(chosen));
  };
  function put(chosen: Money | undefined) {
    const cart = cartStore.getState();
    if (cart.lines.some(({ id }) => id === ebook.id)) return;
    takesFocus.current = true;
    if (chosen) cart.restore([...cart.lines, { id: ebook.id, quantity: 1, chosen }]);
    else cart.add(ebook.id);
    countVisit('cart', [paths.ebook.href(ebook.id)]);
    const link = { href: paths.cart.href(), text: t.toCart, follow: () => void navigate(paths.cart.href()) };
    toast.success(t.added(ebook.title), { id: toastId, link });
  }
  if (!isInCart && !take && getOpenPrice(ebook, currency)) {
    return (
      <ButtonLink
        to={paths.ebook.href(ebook.id)}
        variant={isCard ? 'secondary' : 'primary'}
        size={size}
        isWide={isCard}
        aria-label={isCard ? t.chooseTitle(ebook.title) : undefined}
      >
        {t.choose}
      </ButtonLink>
    );
  }
  if (!isInCart) {
    return (
      <Button
        variant={isCard ? 'secondary' : 'primary'}
        size={size}
        isWide={isCard}
        aria-label={isCard ? t.addTitle(ebook.title) : undefined}
        onClick={add}
      >
        <Icon path={isCard ? icons.plus : icons.bag} />
        {isCard ? t.add : t.addToCart}
      </Button>
    );
  }
  return (
    <ButtonLink
      // The button that was pressed is gone, and what it did is the next thing to reach.
      ref={(link) => {
        if (!link || !takesFocus.current) return;
        takesFocus.current = false;
        link.focus({ preventScroll: true });
      }}
      to={paths.cart.href()}
      variant="secondary"
      size={size}
      isWide={isCard}
      aria-label={isCard ? t.inCartTitle(ebook.title) : undefined}
      onClick={(event) => {
        const sincePress = event.timeStamp - pressedAt.current;
        // The second tap of a visitor in a hurry lands here and still means the button.
        if (sincePress < IMPATIENCE_MS) event.preventDefault();
        // The cart shows what the toast says, and the toast would stand before it.
        else if (sincePress < TOAST_MS.custom) toast.dismiss(toastId);
      }}
    >
      <Icon path={icons.check} />
      {isCard ? t.inCart : t.inCartGo}
    </ButtonLink>
  );
}
