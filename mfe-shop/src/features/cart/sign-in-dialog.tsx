import { Button, cartStore, Dialog, paths, useNavigate, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { saveCart } from '../../checkout/saved-cart.ts';
import { texts } from './texts.ts';

/** "Atenção": a visitor signs in before paying, and the cart waits meanwhile. */
export function SignInDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts(texts);
  const common = useTexts(commonTexts);
  const navigate = useNavigate();
  const goOn = () => {
    saveCart(cartStore.getState().lines);
    void navigate(paths.signIn.href(paths.cart.href()));
  };
  return (
    <Dialog
      title={t.attention}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button onClick={goOn}>{common.continue}</Button>
        </>
      }
    >
      <p>{t.signInFirst}</p>
    </Dialog>
  );
}
