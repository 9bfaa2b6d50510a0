import { type AdminMessage, type AdminMessageList, MESSAGE_STATES } from '@site/shared/contracts/admin-messages.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, toast, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { useListAddress } from '../../common/list-address.ts';
import { useListPage } from '../../common/list-query.ts';
import { SearchedList, searchedFilters } from '../../common/searched-list.tsx';
import { MESSAGES, useAssignees, useMarkSpam } from '../../messages/message-queries.ts';
import { MessageRow } from '../../messages/message-row.tsx';
import { texts } from '../../messages/texts.ts';
import css from './messages-tab.module.css';

/** What visitors wrote with the contact form. */
export function Component() {
  const t = useTexts(texts);
  const list = useListAddress();
  const of = list.value('of') === 'me' ? ('me' as const) : undefined;
  const filters = { ...searchedFilters(list, MESSAGE_STATES), of };
  const isShared = (useAssignees().data?.assignees.length ?? 0) > 1;
  const messages = useListPage(MESSAGES, filters, list.page, (query, signal) => api('GET /api/admin/messages', { query, signal }));
  return (
    <SearchedList
      icon={pageIcons.mail}
      texts={t}
      list={list}
      states={MESSAGE_STATES}
      query={messages}
      rowsOf={(page) => page.messages}
      moreFilters={{
        names: ['of'],
        controls: (isShared || of) && (
          <Select
            label={t.whose}
            isLabelHidden
            value={of ?? ''}
            onChange={({ currentTarget }) => list.filter({ of: currentTarget.value })}
            options={[
              { value: '', label: t.everybody },
              { value: 'me', label: t.mine },
            ]}
          />
        ),
      }}
    >
      {(page) => <Messages messages={page.messages} />}
    </SearchedList>
  );
}

/** A page of messages, of which many can be marked as spam at once. */
function Messages({ messages }: Pick<AdminMessageList, 'messages'>) {
  const t = useTexts(texts);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const mark = useMarkSpam();
  const markable = messages.filter(({ state }) => state !== 'spam');
  // Of what is shown now: others may have marked some of them.
  const selected = markable.filter(({ id }) => chosen.includes(id));
  const select = ({ id }: AdminMessage, isSelected: boolean) =>
    setChosen(isSelected ? [...chosen, id] : chosen.filter((other) => other !== id));

  function markAll() {
    if (mark.isPending) return;
    mark.mutate(
      selected.map(({ id }) => id),
      {
        onSuccess: ({ marked }) => {
          setChosen([]);
          toast.success(t.spamMarked(marked), { id: 'mark-message' });
        },
      },
    );
  }

  return (
    <>
      {markable.length > 0 && (
        <div className={css.bar}>
          <label className={css.all}>
            <input
              type="checkbox"
              checked={selected.length === markable.length}
              onChange={(event) => setChosen(event.currentTarget.checked ? markable.map(({ id }) => id) : [])}
            />
            {t.selectAll}
          </label>
          {selected.length > 0 && (
            <Button variant="secondary" size="s" isPending={mark.isPending} onClick={markAll}>
              {t.markSpam(selected.length)}
            </Button>
          )}
          <ActionFailure error={mark.error} what={t.markFailed} className={layout.failure} />
        </div>
      )}
      <ol aria-label={t.list}>
        {messages.map((message) => (
          <MessageRow
            key={message.id}
            message={message}
            before={
              message.state !== 'spam' && (
                <label className={css.box}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(message.id)}
                    onChange={(event) => select(message, event.currentTarget.checked)}
                  />
                  <VisuallyHidden>{t.select(message.name)}</VisuallyHidden>
                </label>
              )
            }
          />
        ))}
      </ol>
    </>
  );
}
