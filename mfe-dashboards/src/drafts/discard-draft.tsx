import { Button, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { ActionDialog } from '../signed-in/action-dialog.tsx';
import { texts } from './texts.ts';

/** Discards a draft after a confirmation. */
export function DiscardDraft({ onDiscard }: { onDiscard: () => void }) {
  const t = useTexts(texts);
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        {t.discard}
      </Button>
      <ActionDialog
        title={t.discardTitle}
        isOpen={isAsking}
        onClose={close}
        onConfirm={() => {
          close();
          onDiscard();
        }}
        confirmText={t.discard}
        isDangerous
      >
        <p>{t.discardMessage}</p>
      </ActionDialog>
    </>
  );
}
