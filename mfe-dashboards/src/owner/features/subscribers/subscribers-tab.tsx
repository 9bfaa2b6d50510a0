import { type AdminSubscriber, SUBSCRIBER_STATES, type SubscriberState } from '@site/shared/contracts/admin-subscribers.ts';
import { SUBSCRIBER_SOURCES } from '@site/shared/contracts/newsletter.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { ButtonLink, Link, paths, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { api } from '../../../signed-in/api.ts';
import { CopyEmail } from '../../../signed-in/copy-email.tsx';
import layout from '../../../signed-in/layout.module.css';
import { ExportButton } from '../../common/export-button.tsx';
import { useListAddress } from '../../common/list-address.ts';
import { useExportPath, useListPage } from '../../common/list-query.ts';
import { type Column, ListTable, RowName } from '../../common/list-table.tsx';
import { optionsOf, SearchedList } from '../../common/searched-list.tsx';
import { subscriberSourceTexts } from '../../common/subscriber-source-texts.ts';
import { suppressionTexts } from '../../common/suppression-texts.ts';
import { texts } from './texts.ts';

const TONES = {
  pending: 'warning',
  confirmed: 'success',
  unsubscribed: 'neutral',
  bounced: 'danger',
} as const satisfies Record<SubscriberState, BadgeTone>;

/** Returns the time at which the subscriber reached the current state. */
const sinceOf = ({ state, consentedAt, confirmedAt, unsubscribedAt, bouncedAt }: AdminSubscriber) =>
  ({ pending: consentedAt, confirmed: confirmedAt, unsubscribed: unsubscribedAt, bounced: bouncedAt })[state] ?? consentedAt;

/** Lists the newsletter's addresses, in every state. */
export function Component() {
  const t = useTexts(texts);
  const sources = useTexts(subscriberSourceTexts);
  const list = useListAddress();
  const reasons = useTexts(suppressionTexts);
  const { day } = useFormats();
  const filters = {
    q: list.value('q') || undefined,
    state: list.oneOf('state', SUBSCRIBER_STATES),
    source: list.oneOf('source', SUBSCRIBER_SOURCES),
  };
  const subscribers = useListPage('subscribers', filters, list.page, (query, signal) =>
    api('GET /api/admin/subscribers', { query, signal }),
  );
  const exportPath = useExportPath('/api/admin/subscribers.csv', filters);
  const columns: Column<AdminSubscriber>[] = [
    {
      id: 'email',
      header: t.email,
      cell: ({ id, email }) => (
        <RowName
          notes={
            <Link to={adminPaths.personBehind.href('subscriber', id)}>
              {t.seePerson}
              <VisuallyHidden> {email}</VisuallyHidden>
            </Link>
          }
        >
          <CopyEmail email={email} />
        </RowName>
      ),
    },
    {
      id: 'state',
      header: t.state,
      cell: ({ state, reason }) => (
        <>
          <Badge tone={TONES[state]}>{t.states[state]}</Badge>
          {reason && <p className={layout.soft}>{reasons[reason]}</p>}
        </>
      ),
    },
    { id: 'since', header: t.since, cell: (subscriber) => <time dateTime={sinceOf(subscriber)}>{day(sinceOf(subscriber))}</time> },
    { id: 'source', header: t.source, cell: ({ source, locale }) => `${sources[source]} · ${t.languages[locale]}` },
    {
      id: 'consent',
      header: t.consent,
      cell: ({ source, consentVersion, consentedAt }) => (
        <span>
          {source === 'import' ? consentVersion : t.consentVersion(consentVersion)}, <time dateTime={consentedAt}>{day(consentedAt)}</time>
        </span>
      ),
    },
  ];
  return (
    <SearchedList
      icon={pageIcons.mail}
      beginsAt={paths.home.href()}
      texts={t}
      list={list}
      choices={[
        { name: 'state', label: t.state, all: t.all, options: optionsOf(SUBSCRIBER_STATES, t.states) },
        { name: 'source', label: t.source, all: t.allSources, options: optionsOf(SUBSCRIBER_SOURCES, sources) },
      ]}
      query={subscribers}
      rowsOf={(page) => page.subscribers}
      actions={
        <>
          <ButtonLink to={`${paths.dashboard.href('analytics')}&more=readers`} variant="secondary" size="s">
            {t.growth}
          </ButtonLink>
          <ExportButton path={exportPath} />
        </>
      }
    >
      {(page) => <ListTable caption={t.title} columns={columns} rows={page.subscribers} rowKey={({ id }) => id} />}
    </SearchedList>
  );
}
