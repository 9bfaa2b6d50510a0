import { Button, toast, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
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
      <ActionDialog title={t.deleteTitle} isOpen={isOpen} onClose={close} onConfirm={confirm} confirmText={t.delete} isDangerous>
        <p>{t.deleteMeaning}</p>
      </ActionDialog>
    </>
  );
}
