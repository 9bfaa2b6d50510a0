import type { AdminPerson } from '@site/shared/contracts/admin-people.ts';
import { Link, paths, useParams, useTexts } from '@site/shared/site/site.ts';
import { CopyEmail } from '../../../signed-in/copy-email.tsx';
import layout from '../../../signed-in/layout.module.css';
import { Loaded } from '../../../signed-in/loaded.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { shownAddress } from '../../../signed-in/shown-address.ts';
import { adminPageHandle } from '../../common/admin-page-handle.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { Permitted } from '../../common/permitted.tsx';
import { PersonBooks } from './person-books.tsx';
import { PersonData } from './person-data.tsx';
import { PersonMissing } from './person-missing.tsx';
import { PersonNote } from './person-note.tsx';
import { usePerson } from './person-queries.ts';
import { PersonAccounts, PersonEmails, PersonMessages, PersonOrders } from './person-sheets.tsx';
import { PersonSubscription } from './person-subscription.tsx';
import { texts } from './texts.ts';

export const handle = adminPageHandle((locale) => texts[locale].person);

/** Shows one person: purchases, messages, consents and emails, with the owner's actions. */
export const Component = () => (
  <Permitted permission="people">
    <OnePerson />
  </Permitted>
);

function OnePerson() {
  const t = useTexts(texts);
  const { id = '' } = useParams();
  return (
    <Loaded query={usePerson(id)} failed={t.failed} hasTitle missing={<PersonMissing />}>
      {(person) => <PersonSheets key={id} person={person} />}
    </Loaded>
  );
}

function PersonSheets({ person }: { person: AdminPerson }) {
  const t = useTexts(texts);
  const may = useMay();
  const name = person.accounts.find(({ displayName }) => displayName)?.displayName ?? person.messages[0]?.name;
  return (
    <>
      <PageHeading
        back={<Link to={paths.dashboard.href('users')}>← {t.backToUsers}</Link>}
        title={name ?? shownAddress(person.email)}
        hint={<CopyEmail email={person.email} />}
      />
      <div className={layout.withSide}>
        <div className={layout.parts}>
          <PersonBooks person={person} />
          <PersonOrders orders={person.orders} />
          <PersonMessages messages={person.messages} />
        </div>
        <div className={layout.parts}>
          <PersonNote person={person} />
          <PersonAccounts accounts={person.accounts} />
          <PersonSubscription subscription={person.subscription} />
          <PersonEmails emails={person.emails} />
          {may('site') && <PersonData person={person} />}
        </div>
      </div>
    </>
  );
}
