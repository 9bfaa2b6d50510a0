import type { AdminMessage } from '@site/shared/contracts/admin-messages.ts';
import { Button, Dialog, toast, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { useState } from 'react';
import { useDeleteMessage } from './message-queries.ts';
import { texts } from './texts.ts';

/** Asks before a message goes for good. */
export function DeleteMessage({ message }: { message: AdminMessage }) {
  const t = useTexts(texts);
  const common = useTexts(commonTexts);
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
      <Dialog
        title={t.deleteTitle(message.number)}
        isOpen={isOpen}
        onClose={close}
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              {common.cancel}
            </Button>
            <Button variant="danger" onClick={confirm}>
              {t.delete}
            </Button>
          </>
        }
      >
        <p>{t.deleteMeaning(message.name)}</p>
      </Dialog>
    </>
  );
}
