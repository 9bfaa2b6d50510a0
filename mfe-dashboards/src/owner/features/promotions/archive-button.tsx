import { Button, toast, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import layout from '../../../signed-in/layout.module.css';
import { useArchive } from './promotions-queries.ts';
import { texts } from './texts.ts';

/** Archives a coupon or a bundle, after a confirmation. */
export function ArchiveButton({ id, name }: { id: string; name: string }) {
  const t = useTexts(texts);
  const [isAsking, setIsAsking] = useState(false);
  const archive = useArchive();
  const close = () => setIsAsking(false);
  return (
    <>
      <Button variant="quiet" size="s" onClick={() => setIsAsking(true)}>
        {t.archive}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      <ActionDialog
        title={t.archiveTitle(name)}
        isOpen={isAsking}
        onClose={close}
        action={archive}
        onConfirm={() =>
          archive.mutate(id, {
            onSuccess: () => {
              close();
              toast.success(t.archivedToast, { id: 'promotion' });
            },
          })
        }
        confirmText={t.archive}
        pendingText={t.archiving}
        isDangerous
        failureClass={layout.refusal}
      >
        <p>{t.archiveMessage}</p>
      </ActionDialog>
    </>
  );
}
