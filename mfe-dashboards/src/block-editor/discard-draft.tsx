import { Button, Dialog, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { useState } from 'react';
import { texts } from './texts.ts';

/** Forgets what was typed and not saved, after a question. */
export function DiscardDraft({ onDiscard }: { onDiscard: () => void }) {
  const t = useTexts(texts);
  const common = useTexts(commonTexts);
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        {t.discard}
      </Button>
      <Dialog
        title={t.discardTitle}
        isOpen={isAsking}
        onClose={close}
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              {common.cancel}
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                close();
                onDiscard();
              }}
            >
              {t.discard}
            </Button>
          </>
        }
      >
        <p>{t.discardMessage}</p>
      </Dialog>
    </>
  );
}
