import { ApiError } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { useTyped } from '../../block-editor/use-typed.ts';

type Promotion = { readonly id: string; readonly revision: number };

/** What is typed over a promotion as it was seen last, or over a new one: `textOf(null)`. */
export function usePromotion<Seen extends Promotion, Text extends object>(
  opened: Seen | null,
  textOf: (seen: Seen | null) => Text,
  find: (id: string) => Promise<Seen | null>,
) {
  const [seen, setSeen] = useState(opened);
  const [isArchived, setIsArchived] = useState(false);
  const saved = textOf(seen);
  return {
    seen,
    typed: { ...useTyped({ version: seen?.revision ?? 0, body: saved }), saved },
    /** As tabs of one browser note it, null for a new one. */
    savedAs: seen && { subject: `promotion ${seen.id}`, version: seen.revision },
    isArchived,
    /** After a refused save: reads what another person made of it meanwhile. Where that fails, the next press begins again. */
    seeChange: async (error: unknown): Promise<void> => {
      if (!seen || !(error instanceof ApiError) || error.code !== 'changed_meanwhile') return;
      const now = await find(seen.id).catch(() => seen);
      if (now) setSeen(now);
      else setIsArchived(true);
    },
  };
}
