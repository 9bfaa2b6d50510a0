import { paths } from '@site/shared/paths/paths.ts';
import { cartStore, countCopies, Icon, icons, Link, useCart, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useEffect, useState } from 'react';
import css from './cart-link.module.css';
import { frameTexts } from './texts.ts';

/** Renders the link to the cart with the number of copies, which bounces when it changes. */
export function CartLink() {
  const t = useTexts(frameTexts);
  const count = useCart(countCopies);
  const [bounces, setBounces] = useState(0);

  // The link bounces when the cart changes, but not when the device's cart is first read.
  useEffect(
    () =>
      cartStore.subscribe((now, before) => {
        if (before.isReady && countCopies(now) > 0 && countCopies(now) !== countCopies(before)) setBounces((bounce) => bounce + 1);
      }),
    [],
  );

  return (
    <Link to={paths.cart.href()} className={css.cart}>
      <Icon path={icons.bag} />
      <VisuallyHidden>{count > 0 ? t.cartWith(count) : t.cart}</VisuallyHidden>
      {count > 0 && (
        <span key={bounces} className={css.badge} data-bounces={bounces > 0 || undefined} aria-hidden="true" data-testid="cart-count">
          {count}
        </span>
      )}
    </Link>
  );
}
