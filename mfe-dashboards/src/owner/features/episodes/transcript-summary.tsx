import type { Cue } from '@site/shared/contracts/transcript-rules.ts';
import { useTexts } from '@site/shared/site/site.ts';
import layout from '../../../signed-in/layout.module.css';
import { clockOf, factsOf } from './transcript-facts.ts';
import { transcriptTexts } from './transcript-texts.ts';

const MOST_SPEAKERS = 8;
const clockOrNull = (ms: number | null): string | null => (ms === null ? null : clockOf(ms));

/** Shows the facts about captions, with warnings. */
export function TranscriptSummary({ cues, durationSeconds }: { cues: readonly Cue[]; durationSeconds: number }) {
  const t = useTexts(transcriptTexts);
  const { captions, endMs, speakers, otherLengthMs, repeated } = factsOf(cues, durationSeconds);
  const warnings = [
    endMs === null && t.warnUntimed,
    endMs !== null && otherLengthMs !== null && t.warnLength(clockOf(endMs), clockOf(otherLengthMs)),
    repeated && t.warnRepeated(repeated.text.slice(0, 80), clockOrNull(repeated.startMs)),
  ].filter((warning) => typeof warning === 'string');
  return (
    <div className={layout.lines}>
      <p>
        <span>
          {[t.captions(captions, clockOrNull(endMs)), speakers.length > 0 && t.speakers(speakers.slice(0, MOST_SPEAKERS).join(', '))]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      {warnings.map((warning) => (
        <p key={warning} className={layout.notice}>
          {warning}
        </p>
      ))}
    </div>
  );
}
