import { type AdminSubscriber, SUBSCRIBER_STATES, type SubscriberState } from '@site/shared/contracts/admin-subscribers.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { SearchForm } from '@site/shared/patterns/search-form.tsx';
import { type Column, Table } from '@site/shared/patterns/table.tsx';
import { paths, Select, useFormats, useTexts } from '@site/shared/site/site.ts';
import { useRef } from 'react';
import { CopyEmail } from '../../admin/copy-email.tsx';
import { ExportButton } from '../../admin/export-button.tsx';
import { useListAddress } from '../../admin/list-address.ts';
import { ListFilters } from '../../admin/list-filters.tsx';
import { ListSheet } from '../../admin/list-sheet.tsx';
import { PageHeading } from '../../admin/page-heading.tsx';
import { subscriberFilters, useExportPath, useSubscribers } from './subscribers-queries.ts';
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
  const list = useListAddress();
  const filters = subscriberFilters(list);
  const subscribers = useSubscribers(filters, list.page);
  const exportPath = useExportPath(filters);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <PageHeading title={t.title} hint={t.hint} ref={heading} actions={<ExportButton path={exportPath} />} />
      <ListFilters>
        <SearchForm
          query={filters.q ?? ''}
          hrefOf={(q) => list.hrefOf({ q })}
          action={paths.dashboard.pattern}
          hidden={{ tab: 'subscribers' }}
          label={t.search}
          placeholder={t.searchHint}
          submitText={t.searchNow}
        />
        <Select
          label={t.state}
          isLabelHidden
          value={filters.state ?? ''}
          onChange={(event) => list.filter({ state: event.target.value })}
          options={[{ value: '', label: t.all }, ...SUBSCRIBER_STATES.map((value) => ({ value, label: t.states[value] }))]}
        />
      </ListFilters>
      <ListSheet
        list={list}
        query={subscribers}
        filters={['q', 'state']}
        rowsOf={(page) => page.subscribers}
        says={{ failed: t.failed, empty: t.empty, emptyMessage: t.emptyMessage, pages: t.pages }}
        icon="mail"
        heading={heading}
      >
        {(page) => <SubscribersTable subscribers={page.subscribers} />}
      </ListSheet>
    </>
  );
}

/** When the state was reached. */
const sinceOf = ({ state, consentedAt, confirmedAt, unsubscribedAt, bouncedAt }: AdminSubscriber) =>
  ({ pending: consentedAt, confirmed: confirmedAt, unsubscribed: unsubscribedAt, bounced: bouncedAt })[state] ?? consentedAt;

function SubscribersTable({ subscribers }: { subscribers: readonly AdminSubscriber[] }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const columns: Column<AdminSubscriber>[] = [
    { id: 'email', header: t.email, cell: ({ email }) => <CopyEmail email={email} /> },
    { id: 'state', header: t.state, cell: ({ state }) => <Badge tone={TONES[state]}>{t.states[state]}</Badge> },
    { id: 'since', header: t.since, cell: (subscriber) => <time dateTime={sinceOf(subscriber)}>{day(sinceOf(subscriber))}</time> },
    { id: 'source', header: t.source, cell: ({ source, locale }) => `${t.sources[source]} · ${t.languages[locale]}` },
    {
      id: 'consent',
      header: t.consent,
      cell: ({ consentVersion, consentedAt }) => (
        <>
          {t.consentVersion(consentVersion)}, <time dateTime={consentedAt}>{day(consentedAt)}</time>
        </>
      ),
    },
  ];
  return (
    <div className={css.table}>
      <Table caption={t.caption} columns={columns} rows={subscribers} rowKey={({ id }) => id} />
    </div>
  );
}
