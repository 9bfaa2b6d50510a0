import { InviteMemberSchema } from '@site/shared/contracts/admin-team.ts';
import { TEAM_ROLES, type TeamRole } from '@site/shared/contracts/team.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { ApiError, Button, toast, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { auditLogTexts } from '@site/shared/texts/audit-log-texts.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import { useInviteMember } from './team-queries.ts';
import css from './team-tab.module.css';
import { texts } from './texts.ts';

/** The preselected role: of all roles that help the owner, this one has the fewest permissions. */
const FIRST_ROLE: TeamRole = 'support';

export function InviteForm() {
  const t = useTexts(texts);
  const common = useTexts(commonTexts);
  const { roles } = useTexts(auditLogTexts);
  const { locale } = usePreferences();
  const invite = useInviteMember();
  const [isIncomplete, setIsIncomplete] = useState(false);
  const isWrongEmail = isIncomplete || (invite.error instanceof ApiError && invite.error.fields.email !== undefined);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (invite.isPending) return;
    const form = event.currentTarget;
    const written = v.safeParse(InviteMemberSchema, Object.fromEntries(new FormData(form)));
    invite.reset();
    setIsIncomplete(!written.success);
    if (!written.success) return form.querySelector<HTMLElement>('input')?.focus();
    invite.mutate(written.output, {
      onSuccess: () => {
        form.reset();
        toast.success(t.sent(written.output.email), { id: 'team' });
      },
    });
  }

  return (
    <>
      <p className={layout.softLong}>{t.inviteHint}</p>
      <form data-keep="invitation" className={css.form} onSubmit={submit} noValidate aria-label={t.invite}>
        <TextField
          type="email"
          name="email"
          label={t.email}
          required
          autoComplete="off"
          maxLength={254}
          error={isWrongEmail && t.emailMissing}
          onChange={() => setIsIncomplete(false)}
        />
        <Select
          name="role"
          label={t.role}
          defaultValue={FIRST_ROLE}
          options={TEAM_ROLES.map((value) => ({ value, label: roles[value] }))}
        />
        <Select
          name="locale"
          label={t.language}
          defaultValue={locale}
          options={LOCALES.map((value) => ({ value, label: common.languages[value] }))}
        />
        <ActionFailure error={!isWrongEmail && invite.error} what={<strong>{t.notSent}</strong>} className={css.failure} />
        <div>
          <Button type="submit" isPending={invite.isPending} pendingText={t.sending}>
            {t.send}
          </Button>
        </div>
      </form>
    </>
  );
}
