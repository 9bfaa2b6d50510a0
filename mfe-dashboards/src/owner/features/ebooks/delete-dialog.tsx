import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { Button, toast, useTexts } from '@site/shared/site/site.ts';
import { useDeleteEbook } from './ebooks-queries.ts';
import { texts } from './texts.ts';

type DeleteDialogProps = {
  readonly ebook: AdminEbook;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** After the book has left the shop. */
  readonly onDeleted?: () => void;
};

/** Asks before a book leaves the shop, and says what becomes of it. */
export function DeleteDialog({ ebook, isOpen, onClose, onDeleted }: DeleteDialogProps) {
  const t = useTexts(texts);
  const remove = useDeleteEbook();

  function confirm() {
    onClose();
    remove.mutate(ebook, {
      onSuccess: ({ outcome }) => {
        toast.success(outcome === 'removed' ? t.deleted : t.archived(ebook.state === 'published'));
        onDeleted?.();
      },
      onError: () => toast.error(t.deleteFailed),
    });
  }

  return (
    <ConfirmDialog
      title={t.confirmDelete}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <Button variant="danger" onClick={confirm}>
          {t.delete}
        </Button>
      }
    >
      <p>
        <strong lang={ebook.language}>{ebook.title}</strong>
      </p>
      <p>{(ebook.isOwned ? t.deleteOwned : t.deleteUnowned)(ebook.state === 'published')}</p>
    </ConfirmDialog>
  );
}
