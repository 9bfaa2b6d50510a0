import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { Button, cartStore, paths, useNavigate, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { cartAddress } from '../../checkout/cart-address.ts';
import { readCoupon } from '../../checkout/coupon.ts';
import type { Delivery } from '../../checkout/priced-lines.ts';
import { saveCart } from '../../checkout/saved-cart.ts';
import { GuestForm } from './guest-form.tsx';
import { texts } from './texts.ts';

type SignInDialogProps = {
  readonly isOpen: boolean;
  /** Whether the cart is free, so that there is nothing to pay. */
  readonly isFree: boolean;
  readonly delivery: Delivery;
  readonly onClose: () => void;
  /** Called when the guest has entered an address. */
  readonly onGuest: () => void;
};

/** Shows the dialog "Atenção". The visitor signs in before paying, or buys with an email address only. The cart is kept meanwhile. */
export function SignInDialog({ isOpen, isFree, delivery, onClose, onGuest }: SignInDialogProps) {
  const t = useTexts(texts);
  const common = useTexts(commonTexts);
  const navigate = useNavigate();
  const goOn = () => {
    const { lines } = cartStore.getState();
    saveCart(lines);
    void navigate(paths.signIn.href(cartAddress(lines, readCoupon())));
  };
  return (
    <ConfirmDialog
      title={t.attention}
      isOpen={isOpen}
      onClose={onClose}
      actions={<Button onClick={goOn}>{common.continue}</Button>}
      below={isOpen && <GuestForm isFree={isFree} delivery={delivery} onReady={onGuest} />}
    >
      <p>{t.signInFirst}</p>
    </ConfirmDialog>
  );
}
