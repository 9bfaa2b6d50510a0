import type { ImportState } from '@site/shared/contracts/admin-imports.ts';
import type { BadgeTone } from '@site/shared/patterns/badge.tsx';

/** The badge colour of each state. */
export const TONES = {
  reading: 'neutral',
  refused: 'danger',
  ready: 'warning',
  importing: 'neutral',
  done: 'success',
  undoing: 'neutral',
  undone: 'neutral',
} as const satisfies Record<ImportState, BadgeTone>;
