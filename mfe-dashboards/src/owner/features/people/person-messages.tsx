import type { AdminPerson } from '@site/shared/contracts/admin-people.ts';
import { useTexts } from '@site/shared/site/site.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { MessageRow } from '../../messages/message-row.tsx';
import { texts } from './texts.ts';

/** What the person wrote, to be read and answered here too. */
export function PersonMessages({ messages }: Pick<AdminPerson, 'messages'>) {
  const t = useTexts(texts);
  return (
    <Panel title={t.messages} isFlush={messages.length > 0}>
      {messages.length === 0 && <p className={layout.soft}>{t.noMessages}</p>}
      <ol>
        {messages.map((message) => (
          <MessageRow key={message.id} message={message} isOnPersonPage />
        ))}
      </ol>
    </Panel>
  );
}
