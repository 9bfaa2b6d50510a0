import { Skeleton, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { purchaseTexts } from '../../checkout/texts.ts';
import screen from './checkout-screen.module.css';
import { texts } from './texts.ts';

export function CheckoutSkeleton() {
  const t = useTexts(texts);
  const purchase = useTexts(purchaseTexts);
  return (
    <>
      <noscript>{t.needsScripts}</noscript>
      <div className={screen.columns}>
        <VisuallyHidden role="status">{purchase.opening}</VisuallyHidden>
        <Skeleton lines={3} />
        <Skeleton shape="block" lines={2} />
      </div>
    </>
  );
}
