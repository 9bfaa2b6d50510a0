import { TEAM_ROLES } from '@site/shared/contracts/team.ts';
import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, toast, useTexts } from '@site/shared/site/site.ts';
import { changeTexts } from '@site/shared/texts/change-texts.ts';
import { type FormEvent, useId, useState } from 'react';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { type Member, useChangeRole, useRemoveMember } from './team-queries.ts';
import css from './team-tab.module.css';
import { texts } from './texts.ts';

type MemberDialogProps = {
  readonly member: Member;
  readonly isOwn: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Gives a member another role. */
export function ChangeRoleDialog({ member, isOwn, isOpen, onClose }: MemberDialogProps) {
  const t = useTexts(texts);
  const { roles } = useTexts(changeTexts);
  const formId = useId();
  const [chosen, setChosen] = useState<Member['role'] | null>(null);
  const role = chosen ?? member.role;
  const change = useChangeRole();
  const failure = useFailureText(change.error);

  function close() {
    change.reset();
    setChosen(null);
    onClose();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(
      { member, role },
      {
        onSuccess: () => {
          close();
          toast.success(t.changed, { id: 'team' });
        },
      },
    );
  }

  return (
    <ConfirmDialog
      title={t.changeRoleOf(member.email)}
      isOpen={isOpen}
      onClose={close}
      actions={
        <Button type="submit" form={formId} disabled={role === member.role} isPending={change.isPending} pendingText={t.saving}>
          {t.save}
        </Button>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Select
          label={t.role}
          hint={t.may[role]}
          value={role}
          onChange={(event) => setChosen(TEAM_ROLES.find((known) => known === event.currentTarget.value) ?? null)}
          options={TEAM_ROLES.map((value) => ({ value, label: roles[value] }))}
        />
      </form>
      {isOwn && <p>{t.changeOwnRole}</p>}
      <div role="alert">
        {change.isError && (
          <p className={css.failure}>
            <strong>{t.notChanged}</strong> {failure}
          </p>
        )}
      </div>
    </ConfirmDialog>
  );
}

/** Asks before a member leaves the team, and says what they lose. */
export function RemoveDialog({ member, isOwn, isOpen, onClose }: MemberDialogProps) {
  const t = useTexts(texts);
  const remove = useRemoveMember();
  const failure = useFailureText(remove.error);

  function close() {
    remove.reset();
    onClose();
  }

  return (
    <ConfirmDialog
      title={t.removeTitle}
      isOpen={isOpen}
      onClose={close}
      actions={
        <Button
          variant="danger"
          isPending={remove.isPending}
          pendingText={t.removing}
          onClick={() => remove.mutate(member, { onSuccess: () => toast.success(t.removed(member.email), { id: 'team' }) })}
        >
          {t.remove}
        </Button>
      }
    >
      <p>{isOwn ? t.leaveMeaning : t.removeMeaning(member.email)}</p>
      <div role="alert">
        {remove.isError && (
          <p className={css.failure}>
            <strong>{t.notRemoved}</strong> {failure}
          </p>
        )}
      </div>
    </ConfirmDialog>
  );
}
