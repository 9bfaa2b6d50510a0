import type { EpisodeState } from '@site/shared/contracts/admin-episodes.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { useTexts } from '@site/shared/site/site.ts';
import { texts } from './texts.ts';

const TONES = { shown: 'success', draft: 'neutral', scheduled: 'accent', hidden: 'warning', removed: 'neutral' } as const satisfies Record<
  EpisodeState,
  BadgeTone
>;

/** Shows who can see an episode, in one word. */
export function EpisodeStateBadge({ state }: { state: EpisodeState }) {
  const t = useTexts(texts);
  return <Badge tone={TONES[state]}>{t.states[state]}</Badge>;
}
