import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { Button, toast, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import css from './promotions.module.css';
import { useArchive } from './promotions-queries.ts';
import { texts } from './texts.ts';

/** Ends a coupon or a bundle, after a question. */
export function ArchiveButton({ id, name }: { id: string; name: string }) {
  const t = useTexts(texts);
  const [isAsking, setIsAsking] = useState(false);
  const archive = useArchive();
  const failure = useFailureText(archive.error);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button variant="quiet" size="s" onClick={() => setIsAsking(true)}>
        {t.archive}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        title={t.archiveTitle(name)}
        isOpen={isAsking}
        onClose={close}
        actions={
          <Button
            variant="danger"
            isPending={archive.isPending}
            pendingText={t.archiving}
            onClick={() =>
              archive.mutate(id, {
                onSuccess: () => {
                  close();
                  toast.success(t.archivedToast, { id: 'promotion' });
                },
              })
            }
          >
            {t.archive}
          </Button>
        }
      >
        <p>{t.archiveMessage}</p>
        <div role="alert">{archive.isError && <p className={css.failure}>{failure}</p>}</div>
      </ConfirmDialog>
    </>
  );
}
