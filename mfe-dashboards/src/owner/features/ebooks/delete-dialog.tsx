import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { toast, useTexts } from '@site/shared/site/site.ts';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { useDeleteEbook } from './ebooks-queries.ts';
import { texts } from './texts.ts';

type DeleteDialogProps = {
  readonly ebook: AdminEbook;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called after the book has left the shop. */
  readonly onDeleted?: () => void;
};

/** Asks for confirmation before a book leaves the shop, and says what happens to it. */
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
    <ActionDialog title={t.confirmDelete} isOpen={isOpen} onClose={onClose} onConfirm={confirm} confirmText={t.delete} isDangerous>
      <p>
        <strong lang={ebook.language}>{ebook.title}</strong>
      </p>
      <p>{(ebook.isOwned ? t.deleteOwned : t.deleteUnowned)(ebook.state === 'published')}</p>
    </ActionDialog>
  );
}
