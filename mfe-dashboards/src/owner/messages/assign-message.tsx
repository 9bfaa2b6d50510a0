import type { AdminMessage } from '@site/shared/contracts/admin-messages.ts';
import { Select } from '@site/shared/patterns/select.tsx';
import { toast, useTexts } from '@site/shared/site/site.ts';
import { ActionFailure } from '../../signed-in/action-failure.tsx';
import { useAssignees, useAssignMessage } from './message-queries.ts';
import css from './message-row.module.css';
import { texts } from './texts.ts';

/** Shows and changes the assignee of a message. Nothing if only one member could be assigned. */
export function AssignMessage({ message }: { message: AdminMessage }) {
  const t = useTexts(texts);
  const { data } = useAssignees();
  const assign = useAssignMessage(message);
  const { assignee } = message;
  if (!data || (data.assignees.length < 2 && !assignee)) return null;
  const choose = (uid: string) =>
    assign.mutate(uid || null, {
      onSuccess: ({ assignee: now }) => toast.success(now ? t.assigned(now.email) : t.unassigned, { id: 'assign-message' }),
    });
  return (
    <div className={css.assign}>
      <Select
        label={t.assignee}
        value={assign.isPending ? (assign.variables ?? '') : (assignee?.uid ?? '')}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        options={[{ value: '', label: t.nobody }, ...data.assignees.map(({ uid, email }) => ({ value: uid, label: email }))]}
      />
      <ActionFailure error={assign.error} what={t.notAssigned} />
    </div>
  );
}
