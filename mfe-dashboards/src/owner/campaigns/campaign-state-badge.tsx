import type { CampaignState } from '@site/shared/contracts/campaign-rules.ts';
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
} as const satisfies Record<CampaignState, BadgeTone>;

/** Shows the state of a newsletter issue in a word. */
export function CampaignStateBadge({ state }: { state: CampaignState }) {
  return <Badge tone={TONES[state]}>{useTexts(texts).states[state]}</Badge>;
}
