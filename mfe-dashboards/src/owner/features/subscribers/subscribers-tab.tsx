import { type AdminSubscriber, SUBSCRIBER_STATES, type SubscriberState } from '@site/shared/contracts/admin-subscribers.ts';
import { SUBSCRIBER_SOURCES } from '@site/shared/contracts/newsletter.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { type Column, Table } from '@site/shared/patterns/table.tsx';
import { ButtonLink, Link, paths, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { api } from '../../../signed-in/api.ts';
import { CopyEmail } from '../../../signed-in/copy-email.tsx';
import { ExportButton } from '../../common/export-button.tsx';
import { useListAddress } from '../../common/list-address.ts';
import { useExportPath, useListPage } from '../../common/list-query.ts';
import { SearchedList, searchedFilters } from '../../common/searched-list.tsx';
import { subscriberSourceTexts } from '../../common/subscriber-source-texts.ts';
import { suppressionTexts } from '../../common/suppression-texts.ts';
import css from './subscribers-tab.module.css';
import { texts } from './texts.ts';

const TONES = {
  pending: 'warning',
  confirmed: 'success',
  unsubscribed: 'neutral',
  bounced: 'danger',
} as const satisfies Record<SubscriberState, BadgeTone>;

/** The newsletter's addresses, in every state. */
export function Component() {
  const t = useTexts(texts);
  const sources = useTexts(subscriberSourceTexts);
  const list = useListAddress();
  const source = SUBSCRIBER_SOURCES.find((value) => value === list.value('source'));
  const filters = { ...searchedFilters(list, SUBSCRIBER_STATES), source };
  const subscribers = useListPage('subscribers', filters, list.page, (query, signal) =>
    api('GET /api/admin/subscribers', { query, signal }),
  );
  const exportPath = useExportPath('/api/admin/subscribers.csv', filters);
  return (
    <SearchedList
      icon={pageIcons.mail}
      texts={t}
      list={list}
      states={SUBSCRIBER_STATES}
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
      moreFilters={{
        names: ['source'],
        controls: (
          <Select
            label={t.source}
            isLabelHidden
            value={source ?? ''}
            onChange={({ currentTarget }) => list.filter({ source: currentTarget.value })}
            options={[{ value: '', label: t.allSources }, ...SUBSCRIBER_SOURCES.map((value) => ({ value, label: sources[value] }))]}
          />
        ),
      }}
    >
      {(page) => <SubscribersTable subscribers={page.subscribers} />}
    </SearchedList>
  );
}

/** When the state was reached. */
const sinceOf = ({ state, consentedAt, confirmedAt, unsubscribedAt, bouncedAt }: AdminSubscriber) =>
  ({ pending: consentedAt, confirmed: confirmedAt, unsubscribed: unsubscribedAt, bounced: bouncedAt })[state] ?? consentedAt;

function SubscribersTable({ subscribers }: { subscribers: readonly AdminSubscriber[] }) {
  const t = useTexts(texts);
  const sources = useTexts(subscriberSourceTexts);
  const reasons = useTexts(suppressionTexts);
  const { day } = useFormats();
  const columns: Column<AdminSubscriber>[] = [
    {
      id: 'email',
      header: t.email,
      cell: ({ id, email }) => (
        <>
          <CopyEmail email={email} />
          <Link to={adminPaths.personBehind.href('subscriber', id)} className={css.person}>
            {t.seePerson}
            <VisuallyHidden> {email}</VisuallyHidden>
          </Link>
        </>
      ),
    },
    {
      id: 'state',
      header: t.state,
      cell: ({ state, reason }) => (
        <>
          <Badge tone={TONES[state]}>{t.states[state]}</Badge>
          {reason && <p className={css.reason}>{reasons[reason]}</p>}
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
    <div className={css.table}>
      <Table caption={t.caption} columns={columns} rows={subscribers} rowKey={({ id }) => id} />
    </div>
  );
}
