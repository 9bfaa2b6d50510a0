import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { ApiError, Button, toast, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../../signed-in/api.ts';
import layout from '../../../../signed-in/layout.module.css';
import { useFailureText } from '../../../../signed-in/load-failure.tsx';
import { Panel } from '../../../../signed-in/panel.tsx';
import { FieldConflict } from '../../../block-editor/field-conflict.tsx';
import { useTyped } from '../../../block-editor/use-typed.ts';
import { reasonsIn } from '../../../common/reasons.ts';
import { LAST_LOCAL, localText, momentOf } from '../../../common/zoned-time.ts';
import { useChangedEbook, useReadAgain } from '../ebooks-queries.ts';
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
type LaunchText = { readonly local: string; readonly isSold: boolean };
const LAUNCH_FIELDS = ['local', 'isSold'] as const;

const launchText = ({ launch }: AdminEbook, timeZone: string): LaunchText => ({
  local: launch ? localText(launch.at, timeZone) : '',
  isSold: launch?.isSold ?? true,
});

function LaunchForm({ ebook }: { ebook: AdminEbook }) {
  const t = useTexts(launchTexts);
  const { timeZone } = usePreferences();
  const { launch } = ebook;
  const saved = { version: ebook.revision, body: launchText(ebook, timeZone) };
  const { body, draft, isStale, write, rebase, discard, settle } = useTyped<LaunchText>(saved);
  const { local, isSold } = body;
  const [reason, setReason] = useState<string | null>(null);
  const [asking, setAsking] = useState<'move' | 'cancel' | null>(null);
  const save = useSetLaunch(ebook);
  const failure = useFailureText(save.error);
  const at = momentOf(local, timeZone);

  function send(to: Instant) {
    save.mutate(
      { at: to, isSold },
      {
        onSuccess: (answer) => {
          settle(body, { version: answer.revision, body: launchText(answer, timeZone) });
          toast.success(t.saved);
        },
        onError: (error) => setReason(reasonsIn(error).at ?? null),
      },
    );
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending || isStale) return;
    save.reset();
    setReason(at ? null : 'required');
    if (!at) return;
    if (launch && launch.buyers > 0 && at > launch.at) setAsking('move');
    else send(at);
  }

  const wordsOf = (field: keyof LaunchText, text: LaunchText): string =>
    field === 'local' ? text.local.replace('T', ' ') || '—' : text.isSold ? t.sold : t.told;

  return (
    <form data-keep={`launch ${ebook.id}`} className={layout.stack} onSubmit={submit} noValidate aria-label={t.form}>
      <TextField
        label={t.at}
        hint={t.hint(timeZone)}
        type="datetime-local"
        max={LAST_LOCAL}
        value={local}
        error={reason === null ? undefined : (t.problems[reason] ?? t.problems.required)}
        onChange={(event) => {
          write({ ...body, local: event.currentTarget.value });
          setReason(null);
        }}
      />
      <Select
        label={t.before}
        value={isSold ? 'sold' : 'told'}
        options={[
          { value: 'sold', label: t.sold },
          { value: 'told', label: t.told },
        ]}
        onChange={(event) => write({ ...body, isSold: event.currentTarget.value === 'sold' })}
      />
      {isStale && draft && (
        <FieldConflict
          title={t.conflictTitle}
          saved={{ subject: `ebook ${ebook.id}`, version: ebook.revision }}
          fields={LAUNCH_FIELDS.map((field) => [
            field === 'local' ? t.at : t.before,
            wordsOf(field, saved.body),
            wordsOf(field, draft.body),
          ])}
          onTake={() => {
            discard();
            setReason(null);
            save.reset();
          }}
          onKeep={() => {
            rebase(draft.body);
            save.reset();
          }}
        />
      )}
      <div role="alert">
        {save.error && !isStale && reason === null && (
          <p className={layout.problem}>
            {t.failed} {failure}
          </p>
        )}
      </div>
      <div className={layout.chips}>
        <Button type="submit" size="s" disabled={isStale} isPending={save.isPending}>
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
            send(at);
          }}
        />
      )}
      {asking === 'cancel' && <CancelDialog ebook={ebook} onClose={() => setAsking(null)} />}
    </form>
  );
}

/** A call that answers the book as it is then. */
function useSetLaunch({ id, revision }: AdminEbook) {
  const changed = useChangedEbook();
  const readAgain = useReadAgain(id);
  return useMutation({
    mutationFn: (launch: { at: Instant | null; isSold: boolean }) =>
      api('PUT /api/admin/ebooks/:id/launch', { params: { id }, body: { revision, ...launch } }),
    onSuccess: changed,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'changed_meanwhile') void readAgain();
    },
  });
}

type MoveDialogProps = { readonly buyers: number; readonly at: Instant; readonly onClose: () => void; readonly onMove: () => void };

/** What a later moment does, before it is done. */
function MoveDialog({ buyers, at, onClose, onMove }: MoveDialogProps) {
  const t = useTexts(launchTexts);
  const { moment } = useFormats();
  return (
    <ConfirmDialog title={t.moveTitle(moment(at))} isOpen onClose={onClose} actions={<Button onClick={onMove}>{t.move}</Button>}>
      <p>{t.moveMessage(buyers)}</p>
    </ConfirmDialog>
  );
}

/** What becomes of the book, and of those who asked to be told, without its announcement. */
function CancelDialog({ ebook, onClose }: { ebook: AdminEbook; onClose: () => void }) {
  const t = useTexts(launchTexts);
  const cancel = useSetLaunch(ebook);
  const failure = useFailureText(cancel.error);
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
              cancel.mutate(
                { at: null, isSold: true },
                {
                  onSuccess: () => {
                    onClose();
                    toast.success(t.canceled);
                  },
                },
              )
            }
          >
            {t.cancel}
          </Button>
        )
      }
    >
      <p>{isWanted ? t.cannotCancel : t.cancelMessage}</p>
      {!isWanted && waiting > 0 && <p>{t.cancelWaiting(waiting)}</p>}
      <div role="alert">
        {cancel.isError && <p className={layout.problem}>{(refused && t.problems[refused]) || `${t.failed} ${failure}`}</p>}
      </div>
    </ConfirmDialog>
  );
}
