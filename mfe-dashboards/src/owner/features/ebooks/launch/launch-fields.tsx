import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, toast, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { ActionDialog } from '../../../../signed-in/action-dialog.tsx';
import { api } from '../../../../signed-in/api.ts';
import layout from '../../../../signed-in/layout.module.css';
import { OptionGroup } from '../../../common/more-options.tsx';
import { reasonsIn } from '../../../common/reasons.ts';
import { useRecordChange } from '../../../common/records.ts';
import { LAST_LOCAL, momentOf } from '../../../common/zoned-time.ts';
import fieldsCss from '../book-fields.module.css';
import { type BookFieldsProps, fieldOf } from '../book-fields.tsx';
import { BEFORE_LAUNCH } from '../book-text.ts';
import { ebookRecords } from '../ebooks-queries.ts';
import { launchTexts } from './launch-texts.ts';

/** Shows the launch settings of an announced book. A book that was already sold for immediate reading has no launch. */
export function LaunchFields({ ebook, ...props }: BookFieldsProps & { ebook: AdminEbook }) {
  const t = useTexts(launchTexts);
  const { moment } = useFormats();
  const { timeZone } = usePreferences();
  const [isCancelling, setIsCancelling] = useState(false);
  const { launch } = ebook;
  if (!launch && ebook.isOwned) return null;
  const at = momentOf(props.text.at, timeZone);
  const value = launch?.isOver ? t.over(moment(launch.at)) : at ? t.planned(moment(at)) : t.unset;
  return (
    <OptionGroup title={t.title} value={value}>
      {!launch && <p className={layout.soft}>{t.none}</p>}
      {launch && !launch.isOver && (
        <>
          <p>
            {[
              launch.buyers > 0 ? t.buyers(launch.buyers) : t.noBuyers,
              launch.pending > 0 && t.pending(launch.pending),
              launch.waiting > 0 && t.waiting(launch.waiting),
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
          {!ebook.hasFile && <p className={layout.problem}>{t.noFile}</p>}
          {ebook.state === 'draft' && <p className={layout.soft}>{t.publish}</p>}
        </>
      )}
      {!launch?.isOver && (
        <div className={fieldsCss.group}>
          <TextField {...fieldOf(props, 'at')} label={t.at} hint={t.hint(timeZone)} type="datetime-local" max={LAST_LOCAL} />
          <Select {...fieldOf(props, 'before')} label={t.before} options={BEFORE_LAUNCH.map((kind) => ({ value: kind, label: t[kind] }))} />
        </div>
      )}
      {launch && !launch.isOver && (
        <div>
          <Button size="s" variant="quiet" onClick={() => setIsCancelling(true)}>
            {t.cancel}
          </Button>
        </div>
      )}
      {isCancelling && <CancelDialog ebook={ebook} onClose={() => setIsCancelling(false)} />}
    </OptionGroup>
  );
}

/** Asks for confirmation, and says what cancelling the announcement means for the book and for its waiting list. */
function CancelDialog({ ebook, onClose }: { ebook: AdminEbook; onClose: () => void }) {
  const t = useTexts(launchTexts);
  const { id, revision } = ebook;
  const cancel = useRecordChange(ebookRecords, id, () =>
    api('PUT /api/admin/ebooks/:id/launch', { params: { id }, body: { revision, at: null } }),
  );
  const { buyers = 0, pending = 0, waiting = 0 } = ebook.launch ?? {};
  const isWanted = buyers + pending > 0;
  const reason = t.problems[reasonsIn(cancel.error).at ?? ''];
  return (
    <ActionDialog
      title={t.cancelTitle}
      onClose={onClose}
      action={cancel}
      onConfirm={() =>
        cancel.mutate(undefined, {
          onSuccess: () => {
            onClose();
            toast.success(t.canceled);
          },
        })
      }
      confirmText={t.cancel}
      isDangerous
      isDisabled={isWanted}
      failed={!reason && t.failed}
      reason={reason}
    >
      <p>{isWanted ? t.cannotCancel : t.cancelMessage}</p>
      {!isWanted && waiting > 0 && <p>{t.cancelWaiting(waiting)}</p>}
    </ActionDialog>
  );
}
