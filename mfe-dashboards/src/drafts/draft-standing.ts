import { useFormats, useTexts } from '@site/shared/site/site.ts';
import { texts } from './texts.ts';
import type { Edited } from './use-draft.ts';

/** Returns the sentence that says where a draft is stored: on this device, or only on this page. Null without a draft. */
export function useDraftStanding({ draft, isKept }: Pick<Edited<object>, 'draft' | 'isKept'>): string | null {
  const t = useTexts(texts);
  const { moment } = useFormats();
  if (draft === null) return null;
  return isKept ? t.kept(moment(draft.at)) : t.notKept;
}
