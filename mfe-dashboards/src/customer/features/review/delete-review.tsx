import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { Button, toast, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { useDeleteReview } from './review-queries.ts';
import { texts } from './texts.ts';

/** Asks before a review goes for good. */
export function DeleteReview({ ebookId, onDeleted }: { ebookId: string; onDeleted: () => void }) {
  const t = useTexts(texts);
  const [isOpen, setIsOpen] = useState(false);
  const remove = useDeleteReview(ebookId);
  const close = () => setIsOpen(false);

  function confirm() {
    close();
    remove.mutate(undefined, {
      onSuccess: () => {
        onDeleted();
        toast.success(t.deleted, { id: 'review' });
      },
      onError: () => toast.error(t.notDeleted, { id: 'review' }),
    });
  }
  return (
    <>
      <Button variant="quiet" isPending={remove.isPending} onClick={() => setIsOpen(true)}>
        {t.delete}
      </Button>
      <ConfirmDialog
        title={t.deleteTitle}
        isOpen={isOpen}
        onClose={close}
        actions={
          <Button variant="danger" onClick={confirm}>
            {t.delete}
          </Button>
        }
      >
        <p>{t.deleteMeaning}</p>
      </ConfirmDialog>
    </>
  );
}
