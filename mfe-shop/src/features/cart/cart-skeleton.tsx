import { Skeleton, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import screen from './cart-screen.module.css';
import css from './cart-skeleton.module.css';
import { texts } from './texts.ts';

export function CartSkeleton() {
  const t = useTexts(texts);
  return (
    <>
      <noscript>{t.needsScripts}</noscript>
      <div className={screen.columns}>
        <VisuallyHidden role="status">{t.loading}</VisuallyHidden>
        <div className={css.lines}>
          {['first', 'second'].map((line) => (
            <div key={line} className={css.line}>
              <Skeleton shape="cover" />
              <Skeleton lines={3} />
            </div>
          ))}
        </div>
        <Skeleton shape="block" lines={2} />
      </div>
    </>
  );
}
