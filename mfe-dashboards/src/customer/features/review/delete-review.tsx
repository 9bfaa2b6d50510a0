import { useTexts } from '@site/shared/site/site.ts';
import { AskButton } from '../../../signed-in/ask-button.tsx';
import { useDeleteReview } from './review-queries.ts';
import { texts } from './texts.ts';

/** Asks for confirmation before a review is deleted permanently. */
export function DeleteReview({ ebookId, onDeleted }: { ebookId: string; onDeleted: () => void }) {
  const t = useTexts(texts);
  return (
    <AskButton
      label={t.delete}
      variant="quiet"
      size="m"
      title={t.deleteTitle}
      action={useDeleteReview(ebookId)}
      confirmText={t.delete}
      isDangerous
      failed={t.notDeleted}
      done={t.deleted}
      doneId="review"
      onDone={onDeleted}
    >
      <p>{t.deleteMeaning}</p>
    </AskButton>
  );
}
