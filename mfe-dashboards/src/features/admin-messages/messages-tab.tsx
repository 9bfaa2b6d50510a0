import { MESSAGE_STATES } from '@site/shared/contracts/admin-messages.ts';
import { SearchForm } from '@site/shared/patterns/search-form.tsx';
import { paths, Select, useTexts } from '@site/shared/site/site.ts';
import { useRef } from 'react';
import { useListAddress } from '../../admin/list-address.ts';
import { ListFilters } from '../../admin/list-filters.tsx';
import { ListSheet } from '../../admin/list-sheet.tsx';
import { PageHeading } from '../../admin/page-heading.tsx';
import { MessageRow } from './message-row.tsx';
import { messageFilters, useMessages } from './messages-queries.ts';
import { texts } from './texts.ts';

/** What visitors wrote with the contact form. */
export function Component() {
  const t = useTexts(texts);
  const list = useListAddress();
  const filters = messageFilters(list);
  const messages = useMessages(filters, list.page);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <PageHeading title={t.title} hint={t.hint} ref={heading} />
      <ListFilters>
        <SearchForm
          query={filters.q ?? ''}
          hrefOf={(q) => list.hrefOf({ q })}
          action={paths.dashboard.pattern}
          hidden={{ tab: 'messages' }}
          label={t.search}
          placeholder={t.searchHint}
          submitText={t.searchNow}
        />
        <Select
          label={t.state}
          isLabelHidden
          value={filters.state ?? ''}
          onChange={(event) => list.filter({ state: event.target.value })}
          options={[{ value: '', label: t.allButSpam }, ...MESSAGE_STATES.map((value) => ({ value, label: t.states[value] }))]}
        />
      </ListFilters>
      <ListSheet
        list={list}
        query={messages}
        filters={['q', 'state']}
        rowsOf={(page) => page.messages}
        says={{ failed: t.failed, empty: t.empty, emptyMessage: t.emptyMessage, pages: t.pages }}
        icon="mail"
        heading={heading}
      >
        {(page) => (
          <ol aria-label={t.list}>
            {page.messages.map((message) => (
              <MessageRow key={message.id} message={message} />
            ))}
          </ol>
        )}
      </ListSheet>
    </>
  );
}
