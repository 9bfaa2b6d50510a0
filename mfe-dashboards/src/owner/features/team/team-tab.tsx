import type { Team } from '@site/shared/contracts/admin-team.ts';
import { TEAM_ROLES } from '@site/shared/contracts/team.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { auditLogTexts } from '@site/shared/texts/audit-log-texts.ts';
import layout from '../../../signed-in/layout.module.css';
import { Loaded } from '../../../signed-in/loaded.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { PageHeading } from '../../common/page-heading.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { InviteForm } from './invite-form.tsx';
import { MemberRow } from './member-row.tsx';
import { useTeam } from './team-queries.ts';
import css from './team-tab.module.css';
import { texts } from './texts.ts';

/** Shows the team: members with their roles, open invitations, and the invitation form. */
export function Component() {
  const t = useTexts(texts);
  return (
    <>
      <PageHeading title={t.title} hint={t.hint} />
      <Loaded query={useTeam()} failed={t.failed}>
        {(team) => <Sheets team={team} />}
      </Loaded>
    </>
  );
}

function Sheets({ team: { members, invitations } }: { team: Team }) {
  const t = useTexts(texts);
  const { roles } = useTexts(auditLogTexts);
  return (
    <div className={css.columns}>
      <div className={css.column}>
        <Panel title={t.members} isFlush>
          <ul className={css.rows}>
            {members.map((member) => (
              <MemberRow key={member.uid} member={member} />
            ))}
          </ul>
        </Panel>
        <Panel title={t.invitations} isFlush={invitations.length > 0}>
          {invitations.length === 0 && <p className={layout.softLong}>{t.noInvitations}</p>}
          <ul className={css.rows}>
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </Panel>
      </div>
      <div className={css.column}>
        <Panel title={t.invite}>
          <InviteForm />
          <dl className={css.roles}>
            {TEAM_ROLES.map((role) => (
              <div key={role}>
                <dt>{roles[role]}</dt>
                <dd>{t.may[role]}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      </div>
    </div>
  );
}
