import { Dialog } from '@site/shared/patterns/dialog.tsx';
import { Button, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import css from './clear-cart.module.css';
import { texts } from './texts.ts';

/** Asks for a confirmation before it empties the cart. */
export function ClearCart({ onClear }: { onClear: () => void }) {
  const t = useTexts(texts);
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <div className={css.clear}>
        <Button variant="quiet" size="s" onClick={() => setIsAsking(true)}>
          {t.clear}
        </Button>
      </div>
      <Dialog
        title={t.clearQuestion}
        isOpen={isAsking}
        onClose={close}
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              {t.keep}
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                close();
                onClear();
              }}
            >
              {t.clear}
            </Button>
          </>
        }
      >
        <p>{t.clearMessage}</p>
      </Dialog>
    </>
  );
}
