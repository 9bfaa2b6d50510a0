import { Badge } from '@site/shared/patterns/badge.tsx';
import { Button, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { changeTexts } from '@site/shared/texts/change-texts.ts';
import { useState } from 'react';
import layout from '../../../signed-in/layout.module.css';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { shownAddress } from '../../../signed-in/shown-address.ts';
import { ChangeRoleDialog, RemoveDialog } from './member-dialogs.tsx';
import type { Member } from './team-queries.ts';
import css from './team-tab.module.css';
import { texts } from './texts.ts';

/** A member with the role, and what an owner can do about it. */
export function MemberRow({ member }: { member: Member }) {
  const t = useTexts(texts);
  const { roles } = useTexts(changeTexts);
  const { day } = useFormats();
  const isOwn = useReaderUid() === member.uid;
  const [open, setOpen] = useState<'role' | 'remove' | null>(null);
  const close = () => setOpen(null);
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
        <Button variant="secondary" size="s" onClick={() => setOpen('role')}>
          {t.changeRole}
          <VisuallyHidden>: {member.email}</VisuallyHidden>
        </Button>
        <Button variant="quiet" size="s" onClick={() => setOpen('remove')}>
          {t.remove}
          <VisuallyHidden>: {member.email}</VisuallyHidden>
        </Button>
      </div>
      <ChangeRoleDialog member={member} isOwn={isOwn} isOpen={open === 'role'} onClose={close} />
      <RemoveDialog member={member} isOwn={isOwn} isOpen={open === 'remove'} onClose={close} />
    </li>
  );
}
