import type { AdminPerson } from '@site/shared/contracts/admin-people.ts';
import { withAsciiDomain } from '@site/shared/contracts/form-rules.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, Button, Icon, paths, useNavigate, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { useDownload } from '../../../library/use-download.ts';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { AskForm } from '../../../signed-in/ask-button.tsx';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { shownAddress } from '../../../signed-in/shown-address.ts';
import css from './person-page.module.css';
import { useDeletePerson } from './person-queries.ts';
import { texts } from './texts.ts';

/** The page of the identity provider (Firebase) on which the owner deletes the provider's data about a person. */
const FIREBASE_ACCOUNTS = 'https://console.firebase.google.com/project/_/authentication/users';

/** Shows the person's legal rights: export and erasure of their data. */
export function PersonData({ person }: { person: AdminPerson }) {
  const t = useTexts(texts);
  const download = useDownload(`/api/admin/people/${person.id}/export`);
  const isInTeam = person.accounts.some((account) => account.isInTeam);
  return (
    <Panel title={t.data}>
      <div className={layout.lines}>
        <p className={layout.soft}>{t.dataMeaning}</p>
        <div className={layout.chips}>
          <Button variant="secondary" size="s" isPending={download.isPending} pendingText={t.exporting} onClick={() => download.mutate()}>
            <Icon path={pageIcons.download} />
            {t.export}
          </Button>
          {!isInTeam && <DeletePerson person={person} />}
        </div>
        {isInTeam && <p className={layout.soft}>{t.teamStays}</p>}
        <ActionFailure error={download.error} what={t.notExported} />
      </div>
    </Panel>
  );
}

function DeletePerson({ person }: { person: AdminPerson }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [isOther, setIsOther] = useState(false);
  const remove = useDeletePerson(person.id);
  const readable = person.books.filter(({ endedAt }) => endedAt === null).length + person.importedBooks.length;

  function read(fields: FormData): string | null {
    const email = withAsciiDomain(String(fields.get('email')).trim().toLowerCase());
    setIsOther(email !== person.email);
    return email === person.email ? email : null;
  }

  return (
    <AskForm
      label={t.delete}
      variant="danger"
      title={t.deleteTitle}
      about={
        <>
          <p>{t.goes}</p>
          <ul className={css.preview}>
            {readable > 0 && <li>{t.goesBooks(readable)}</li>}
            {person.messages.length > 0 && <li>{t.goesMessages(person.messages.length)}</li>}
            {person.subscription && <li>{t.goesSubscription}</li>}
            {person.note && <li>{t.goesNote}</li>}
            <li>{t.goesRest}</li>
          </ul>
          <p>{person.ordersKept > 0 ? t.stays(person.ordersKept) : t.staysNothing}</p>
          {person.accounts.length > 0 && (
            <p>
              {t.firebase}{' '}
              <a href={FIREBASE_ACCOUNTS} target="_blank" rel="noreferrer">
                {t.firebaseLink}
              </a>
            </p>
          )}
        </>
      }
      action={remove}
      confirmText={t.deleteForever}
      pendingText={t.deleting}
      isDangerous
      failed={<strong>{t.notDeleted}</strong>}
      reason={remove.error instanceof ApiError && remove.error.code === 'payment_unavailable' && t.pageOpen}
      done={t.deleted}
      doneId="person"
      onDone={() => void navigate(paths.dashboard.href('users'), { replace: true })}
      onOpen={() => setIsOther(false)}
      read={read}
    >
      <TextField
        name="email"
        type="email"
        label={t.typeEmail(shownAddress(person.email))}
        error={isOther && t.otherEmail}
        autoComplete="off"
      />
    </AskForm>
  );
}
