import type { LetterState } from '@site/shared/contracts/letter-rules.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { useTexts } from '@site/shared/site/site.ts';
import { texts } from './texts.ts';

const TONES = {
  draft: 'neutral',
  scheduled: 'accent',
  preparing: 'accent',
  sending: 'accent',
  paused: 'warning',
  stopped: 'danger',
  late: 'danger',
  sent: 'success',
  cancelled: 'neutral',
} as const satisfies Record<LetterState, BadgeTone>;

/** Shows the state of a newsletter issue in a word. */
export function LetterStateBadge({ state }: { state: LetterState }) {
  return <Badge tone={TONES[state]}>{useTexts(texts).states[state]}</Badge>;
}
