import type { EbookState } from '@site/shared/contracts/admin-ebooks.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { useTexts } from '@site/shared/site/site.ts';
import { texts } from './texts.ts';

const TONES: Readonly<Record<EbookState, BadgeTone>> = { published: 'success', draft: 'warning', archived: 'neutral' };

export function EbookStateBadge({ state }: { state: EbookState }) {
  const t = useTexts(texts);
  return <Badge tone={TONES[state]}>{t.states[state]}</Badge>;
}
