import type { AdminEbook, EbookState } from '@site/shared/contracts/admin-ebooks.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { useTexts } from '@site/shared/site/site.ts';
import { texts } from './texts.ts';

const TONES: Readonly<Record<EbookState, BadgeTone>> = { published: 'success', draft: 'warning', archived: 'neutral' };

export function EbookStateBadge({ ebook: { state, launch } }: { ebook: Pick<AdminEbook, 'state' | 'launch'> }) {
  const t = useTexts(texts);
  if (state === 'published' && launch && !launch.isOver) return <Badge tone="accent">{launch.isSold ? t.preorder : t.soon}</Badge>;
  return <Badge tone={TONES[state]}>{t.states[state]}</Badge>;
}
