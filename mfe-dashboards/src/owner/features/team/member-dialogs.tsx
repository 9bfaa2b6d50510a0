import { TEAM_ROLES } from '@site/shared/contracts/team.ts';
import { Select } from '@site/shared/patterns/select.tsx';
import { toast, useTexts } from '@site/shared/site/site.ts';
import { changeTexts } from '@site/shared/texts/change-texts.ts';
import { type FormEvent, useId, useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
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
    <ActionDialog
      title={t.changeRoleOf(member.email)}
      isOpen={isOpen}
      onClose={close}
      action={change}
      formId={formId}
      confirmText={t.save}
      pendingText={t.saving}
      isDisabled={role === member.role}
      failed={<strong>{t.notChanged}</strong>}
      failureClass={css.failure}
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
    </ActionDialog>
  );
}

/** Asks before a member leaves the team, and says what they lose. */
export function RemoveDialog({ member, isOwn, isOpen, onClose }: MemberDialogProps) {
  const t = useTexts(texts);
  const remove = useRemoveMember();

  function close() {
    remove.reset();
    onClose();
  }

  return (
    <ActionDialog
      title={t.removeTitle}
      isOpen={isOpen}
      onClose={close}
      action={remove}
      onConfirm={() => remove.mutate(member, { onSuccess: () => toast.success(t.removed(member.email), { id: 'team' }) })}
      confirmText={t.remove}
      pendingText={t.removing}
      isDangerous
      failed={<strong>{t.notRemoved}</strong>}
      failureClass={css.failure}
    >
      <p>{isOwn ? t.leaveMeaning : t.removeMeaning(member.email)}</p>
    </ActionDialog>
  );
}
