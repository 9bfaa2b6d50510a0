import type { AdminMessage } from '@site/shared/contracts/admin-messages.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { AskButton } from '../../signed-in/ask-button.tsx';
import { useDeleteMessage } from './message-queries.ts';
import { texts } from './texts.ts';

/** Asks for confirmation before a message is deleted permanently. */
export function DeleteMessage({ message }: { message: AdminMessage }) {
  const t = useTexts(texts);
  return (
    <AskButton
      label={t.delete}
      variant="quiet"
      title={t.deleteTitle(message.number)}
      action={useDeleteMessage(message)}
      confirmText={t.delete}
      isDangerous
      failed={t.notDeleted}
      done={t.deleted}
      doneId="delete-message"
    >
      <p>{t.deleteMeaning(message.name)}</p>
    </AskButton>
  );
}
