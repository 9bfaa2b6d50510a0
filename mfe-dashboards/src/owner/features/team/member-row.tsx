import { TEAM_ROLES } from '@site/shared/contracts/team.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { useFormats, useTexts } from '@site/shared/site/site.ts';
import { auditLogTexts } from '@site/shared/texts/audit-log-texts.ts';
import { useState } from 'react';
import { AskButton, AskForm } from '../../../signed-in/ask-button.tsx';
import layout from '../../../signed-in/layout.module.css';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { shownAddress } from '../../../signed-in/shown-address.ts';
import { type Member, useChangeRole, useRemoveMember } from './team-queries.ts';
import css from './team-tab.module.css';
import { texts } from './texts.ts';

/** Shows a member with their role, and the actions of an owner. */
export function MemberRow({ member }: { member: Member }) {
  const t = useTexts(texts);
  const { roles } = useTexts(auditLogTexts);
  const { day } = useFormats();
  const isOwn = useReaderUid() === member.uid;
  return (
    <li className={css.row}>
      <div className={css.who}>
        <p className={css.name}>
          <span>{`${shownAddress(member.email)}${isOwn ? ` (${t.you})` : ''}`}</span>
          <Badge tone={member.role === 'owner' ? 'accent' : 'neutral'}>{roles[member.role]}</Badge>
        </p>
        <p className={layout.softLong}>
          <time dateTime={member.since}>{t.since(day(member.since))}</time>
          {member.invitedBy && <span>{` · ${t.invitedBy(member.invitedBy)}`}</span>}
        </p>
      </div>
      <div className={layout.chips}>
        <ChangeRole member={member} isOwn={isOwn} />
        <AskButton
          label={t.remove}
          labelEnd={`: ${member.email}`}
          variant="quiet"
          title={t.removeTitle}
          action={useRemoveMember(member)}
          confirmText={t.remove}
          pendingText={t.removing}
          isDangerous
          failed={<strong>{t.notRemoved}</strong>}
          done={t.removed(member.email)}
          doneId="team"
        >
          <p>{isOwn ? t.leaveMeaning : t.removeMeaning(member.email)}</p>
        </AskButton>
      </div>
    </li>
  );
}

function ChangeRole({ member, isOwn }: { member: Member; isOwn: boolean }) {
  const t = useTexts(texts);
  const { roles } = useTexts(auditLogTexts);
  const [role, setRole] = useState(member.role);
  return (
    <AskForm
      label={t.changeRole}
      labelEnd={`: ${member.email}`}
      title={t.changeRoleOf(member.email)}
      action={useChangeRole(member)}
      confirmText={t.save}
      pendingText={t.saving}
      isDisabled={role === member.role}
      failed={<strong>{t.notChanged}</strong>}
      done={t.changed}
      doneId="team"
      onOpen={() => setRole(member.role)}
      read={() => role}
    >
      <Select
        label={t.role}
        hint={t.may[role]}
        value={role}
        onChange={(event) => setRole(TEAM_ROLES.find((known) => known === event.currentTarget.value) ?? member.role)}
        options={TEAM_ROLES.map((value) => ({ value, label: roles[value] }))}
      />
      {isOwn && <p>{t.changeOwnRole}</p>}
    </AskForm>
  );
}
