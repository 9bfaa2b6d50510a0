import { useState } from 'react';
import { inForm } from '../../../drafts/kept.ts';
import { useDraft } from '../../../drafts/use-draft.ts';
import { type AdminRecord, isChangedMeanwhile } from '../../common/records.ts';

/** What is typed over a promotion as it was seen last, or over a new one: `textOf(null)`. */
export function usePromotion<Seen extends AdminRecord, Text extends object>(
  opened: Seen | null,
  textOf: (seen: Seen | null) => Text,
  find: (id: string) => Promise<Seen | null>,
) {
  const [seen, setSeen] = useState(opened);
  const [isArchived, setIsArchived] = useState(false);
  return {
    seen,
    typed: useDraft<Text>(inForm, { version: seen?.revision ?? 0, body: textOf(seen) }),
    /** As tabs of one browser note it, null for a new one. */
    savedAs: seen && { subject: `promotion ${seen.id}`, version: seen.revision },
    isArchived,
    /** After a refused save: reads what another person made of it meanwhile. Where that fails, the next press begins again. */
    seeChange: async (error: unknown): Promise<void> => {
      if (!seen || !isChangedMeanwhile(error)) return;
      const now = await find(seen.id).catch(() => seen);
      if (now) setSeen(now);
      else setIsArchived(true);
    },
  };
}
