import { type AdminMessage, type AdminMessageList, MESSAGE_STATES } from '@site/shared/contracts/admin-messages.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Button, paths, toast, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { useListAddress } from '../../common/list-address.ts';
import { useListPage } from '../../common/list-query.ts';
import { optionsOf, SearchedList } from '../../common/searched-list.tsx';
import { MESSAGES, useAssignees, useMarkSpam } from '../../messages/message-queries.ts';
import { MessageRow } from '../../messages/message-row.tsx';
import { texts } from '../../messages/texts.ts';
import css from './messages-tab.module.css';

/** Lists the messages of the contact form. */
export function Component() {
  const t = useTexts(texts);
  const list = useListAddress();
  const filters = { q: list.value('q') || undefined, state: list.oneOf('state', MESSAGE_STATES), of: list.oneOf('of', ['me']) };
  const isShared = (useAssignees().data?.assignees.length ?? 0) > 1;
  const messages = useListPage(MESSAGES, filters, list.page, (query, signal) => api('GET /api/admin/messages', { query, signal }));
  const whose = { name: 'of', label: t.whose, all: t.everybody, options: [{ value: 'me', label: t.mine }] };
  return (
    <SearchedList
      icon={pageIcons.mail}
      beginsAt={paths.contact.href()}
      texts={t}
      list={list}
      choices={[
        { name: 'state', label: t.state, all: t.all, options: optionsOf(MESSAGE_STATES, t.states), isPartial: true },
        ...(isShared || filters.of ? [whose] : []),
      ]}
      query={messages}
      rowsOf={(page) => page.messages}
    >
      {(page) => <Messages messages={page.messages} />}
    </SearchedList>
  );
}

/** Shows a page of messages. Several can be marked as spam at once. */
function Messages({ messages }: Pick<AdminMessageList, 'messages'>) {
  const t = useTexts(texts);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const mark = useMarkSpam();
  const markable = messages.filter(({ state }) => state !== 'spam');
  // Limited to the messages on the page: other admins may have marked some already.
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
