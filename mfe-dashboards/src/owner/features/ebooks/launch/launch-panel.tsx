import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, toast, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useState } from 'react';
import { FieldConflict } from '../../../../drafts/field-conflict.tsx';
import { inForm } from '../../../../drafts/kept.ts';
import { ActionDialog } from '../../../../signed-in/action-dialog.tsx';
import { ActionFailure } from '../../../../signed-in/action-failure.tsx';
import { api } from '../../../../signed-in/api.ts';
import layout from '../../../../signed-in/layout.module.css';
import { Panel } from '../../../../signed-in/panel.tsx';
import { type Reasons, reasonsIn } from '../../../common/reasons.ts';
import { useRecordChange } from '../../../common/records.ts';
import { useRecordForm } from '../../../common/use-record-form.ts';
import { LAST_LOCAL, localText, momentOf } from '../../../common/zoned-time.ts';
import { ebookRecords } from '../ebooks-queries.ts';
import { launchTexts } from './launch-texts.ts';

/** When a book comes that is announced, and the form that sets it. A book that was sold to be read at once has none. */
export function LaunchPanel({ ebook }: { ebook: AdminEbook }) {
  const t = useTexts(launchTexts);
  const { moment } = useFormats();
  const { launch } = ebook;
  if (!launch && ebook.isOwned) return null;
  return (
    <Panel title={t.title}>
      <div className={layout.stack}>
        <p>{launch ? (launch.isOver ? t.over : t.planned)(moment(launch.at)) : t.none}</p>
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
        {!launch?.isOver && <LaunchForm ebook={ebook} />}
      </div>
    </Panel>
  );
}

/** A launch as it is typed. */
type LaunchText = { readonly at: string; readonly isSold: boolean };

const launchText = ({ launch }: AdminEbook, timeZone: string): LaunchText => ({
  at: launch ? localText(launch.at, timeZone) : '',
  isSold: launch?.isSold ?? true,
});

function LaunchForm({ ebook }: { ebook: AdminEbook }) {
  const t = useTexts(launchTexts);
  const { timeZone } = usePreferences();
  const { launch } = ebook;
  const [asking, setAsking] = useState<'move' | 'cancel' | null>(null);
  const form = useRecordForm({
    kind: ebookRecords,
    record: ebook,
    place: inForm,
    textOf: (book: AdminEbook) => launchText(book, timeZone),
    save: (text) => setLaunch(ebook, { at: momentOf(text.at, timeZone), isSold: text.isSold }),
    savedText: t.saved,
  });
  const { body, isStale, reasons } = form;
  const at = momentOf(body.at, timeZone);

  function submit(event: FormEvent) {
    const isMovedBack = Boolean(at && launch && launch.buyers > 0 && at > launch.at);
    form.submit(event, (): Reasons => (at ? {} : { at: 'required' }), isMovedBack ? () => setAsking('move') : form.send);
  }

  return (
    <form data-keep={`launch ${ebook.id}`} className={layout.stack} onSubmit={submit} noValidate aria-label={t.form}>
      <TextField
        label={t.at}
        hint={t.hint(timeZone)}
        type="datetime-local"
        max={LAST_LOCAL}
        value={body.at}
        error={reasons.at && (t.problems[reasons.at] ?? t.problems.required)}
        onChange={(event) => form.change({ at: event.currentTarget.value })}
      />
      <Select
        label={t.before}
        value={body.isSold ? 'sold' : 'told'}
        options={[
          { value: 'sold', label: t.sold },
          { value: 'told', label: t.told },
        ]}
        onChange={(event) => form.change({ isSold: event.currentTarget.value === 'sold' })}
      />
      <FieldConflict
        title={t.conflictTitle}
        form={form}
        fields={[
          [t.at, (text) => text.at.replace('T', ' ')],
          [t.before, (text) => (text.isSold ? t.sold : t.told)],
        ]}
      />
      <ActionFailure error={!reasons.at && form.error} what={t.failed} />
      <div className={layout.chips}>
        <Button type="submit" size="s" disabled={isStale} isPending={form.isSaving}>
          {launch ? t.save : t.announce}
        </Button>
        {launch && (
          <Button size="s" variant="quiet" onClick={() => setAsking('cancel')}>
            {t.cancel}
          </Button>
        )}
      </div>
      {asking === 'move' && launch && at && (
        <MoveDialog
          buyers={launch.buyers}
          at={at}
          onClose={() => setAsking(null)}
          onMove={() => {
            setAsking(null);
            form.send();
          }}
        />
      )}
      {asking === 'cancel' && <CancelDialog ebook={ebook} onClose={() => setAsking(null)} />}
    </form>
  );
}

/** Sets the launch of a book; without a moment, cancels it. */
const setLaunch = ({ id, revision }: AdminEbook, launch: { at: Instant | null; isSold: boolean }) =>
  api('PUT /api/admin/ebooks/:id/launch', { params: { id }, body: { revision, ...launch } });

type MoveDialogProps = { readonly buyers: number; readonly at: Instant; readonly onClose: () => void; readonly onMove: () => void };

/** What a later moment does, before it is done. */
function MoveDialog({ buyers, at, onClose, onMove }: MoveDialogProps) {
  const t = useTexts(launchTexts);
  const { moment } = useFormats();
  return (
    <ActionDialog title={t.moveTitle(moment(at))} onClose={onClose} onConfirm={onMove} confirmText={t.move}>
      <p>{t.moveMessage(buyers)}</p>
    </ActionDialog>
  );
}

/** What becomes of the book, and of those who asked to be told, without its announcement. */
function CancelDialog({ ebook, onClose }: { ebook: AdminEbook; onClose: () => void }) {
  const t = useTexts(launchTexts);
  const cancel = useRecordChange(ebookRecords, ebook.id, () => setLaunch(ebook, { at: null, isSold: true }));
  const { buyers = 0, pending = 0, waiting = 0 } = ebook.launch ?? {};
  const isWanted = buyers + pending > 0;
  const { at: refused } = reasonsIn(cancel.error);
  return (
    <ConfirmDialog
      title={t.cancelTitle}
      isOpen
      onClose={onClose}
      actions={
        !isWanted && (
          <Button
            variant="danger"
            isPending={cancel.isPending}
            onClick={() =>
              cancel.mutate(undefined, {
                onSuccess: () => {
                  onClose();
                  toast.success(t.canceled);
                },
              })
            }
          >
            {t.cancel}
          </Button>
        )
      }
    >
      <p>{isWanted ? t.cannotCancel : t.cancelMessage}</p>
      {!isWanted && waiting > 0 && <p>{t.cancelWaiting(waiting)}</p>}
      <ActionFailure error={cancel.error} what={refused && t.problems[refused] ? null : t.failed}>
        {refused && t.problems[refused]}
      </ActionFailure>
    </ConfirmDialog>
  );
}
