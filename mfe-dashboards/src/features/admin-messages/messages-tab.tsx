import { MESSAGE_STATES } from '@site/shared/contracts/admin-messages.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { Inbox, inboxFilters } from '../../admin/inbox.tsx';
import { useListAddress } from '../../admin/list-address.ts';
import { useListPage } from '../../admin/list-query.ts';
import { api } from '../../signed-in/api.ts';
import { MESSAGES } from './mark-message.ts';
import { MessageRow } from './message-row.tsx';
import { texts } from './texts.ts';

/** What visitors wrote with the contact form. */
export function Component() {
  const t = useTexts(texts);
  const list = useListAddress();
  const filters = inboxFilters(list, MESSAGE_STATES);
  const messages = useListPage(MESSAGES, filters, list.page, (query, signal) => api('GET /api/admin/messages', { query, signal }));
  return (
    <Inbox tab="messages" texts={t} list={list} states={MESSAGE_STATES} query={messages} rowsOf={(page) => page.messages}>
      {(page) => (
        <ol aria-label={t.list}>
          {page.messages.map((message) => (
            <MessageRow key={message.id} message={message} />
          ))}
        </ol>
      )}
    </Inbox>
  );
}
