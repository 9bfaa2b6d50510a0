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

/** A second press within this time, in milliseconds, counts as an impatient repetition of the first. */
const IMPATIENCE_MS = 700;

type AddToCartProps = {
  readonly ebook: Pick<Ebook, 'id' | 'title' | 'currentPrices' | 'suggested'>;
  /** `card` is small, and names the book for screen readers, because a page has many cards. */
  readonly look: 'card' | 'page';
  /** Returns the price that the buyer chose for a pay-what-you-want book. Null while the price is invalid. */
  readonly take?: () => Money | null;
};

/** Lets the browser paint the pressed button before all parts that show the cart are rendered again. */
const afterPaint = (work: () => void): void => void requestAnimationFrame(() => setTimeout(work));

/**
 * The button that adds a book once, and then links to the cart. For a pay-what-you-want book it links to the book's page, which asks for
 * the price. A press before hydration is kept by the shell and repeated afterwards.
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
      // The pressed button is gone, so the focus moves to the link that replaced the button.
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
        // The second tap of an impatient visitor hits this link, but was meant for the button.
        if (sincePress < IMPATIENCE_MS) event.preventDefault();
        // The cart already shows what the toast says, and the toast would cover the cart.
        else if (sincePress < TOAST_MS.custom) toast.dismiss(toastId);
      }}
    >
      <Icon path={icons.check} />
      {isCard ? t.inCart : t.inCartGo}
    </ButtonLink>
  );
}
