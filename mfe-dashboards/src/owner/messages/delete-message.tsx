import type { AdminMessage } from '@site/shared/contracts/admin-messages.ts';
import { Button, toast, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { ActionDialog } from '../../signed-in/action-dialog.tsx';
import { useDeleteMessage } from './message-queries.ts';
import { texts } from './texts.ts';

/** Asks before a message goes for good. */
export function DeleteMessage({ message }: { message: AdminMessage }) {
  const t = useTexts(texts);
  const [isOpen, setIsOpen] = useState(false);
  const remove = useDeleteMessage(message);
  const close = () => setIsOpen(false);

  function confirm() {
    close();
    remove.mutate(undefined, {
      onSuccess: () => toast.success(t.deleted, { id: 'delete-message' }),
      onError: () => toast.error(t.notDeleted, { id: 'delete-message' }),
    });
  }
  return (
    <>
      <Button variant="quiet" size="s" isPending={remove.isPending} onClick={() => setIsOpen(true)}>
        {t.delete}
      </Button>
      <ActionDialog
        title={t.deleteTitle(message.number)}
        isOpen={isOpen}
        onClose={close}
        onConfirm={confirm}
        confirmText={t.delete}
        isDangerous
      >
        <p>{t.deleteMeaning(message.name)}</p>
      </ActionDialog>
    </>
  );
}
