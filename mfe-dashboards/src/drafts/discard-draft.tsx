import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { Button, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { texts } from './texts.ts';

/** Forgets what was typed and not saved, after a question. */
export function DiscardDraft({ onDiscard }: { onDiscard: () => void }) {
  const t = useTexts(texts);
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        {t.discard}
      </Button>
      <ConfirmDialog
        title={t.discardTitle}
        isOpen={isAsking}
        onClose={close}
        actions={
          <Button
            variant="danger"
            onClick={() => {
              close();
              onDiscard();
            }}
          >
            {t.discard}
          </Button>
        }
      >
        <p>{t.discardMessage}</p>
      </ConfirmDialog>
    </>
  );
}
