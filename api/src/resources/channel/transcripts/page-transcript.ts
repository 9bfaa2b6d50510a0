import type { EpisodePage } from '@site/shared/contracts/episodes.ts';
import { TranscriptSchema } from '@site/shared/contracts/transcripts.ts';
import { LOCALES, type Locale, LocaleSchema } from '@site/shared/texts/locales.ts';
import { paragraphsOf } from '@site/shared/transcripts/paragraphs.ts';
import * as v from 'valibot';
import type { Deps } from '../../../platform/deps.ts';

/** The languages of an episode's transcripts, and whether each transcript has times. Podcast apps show captions only if there are times. */
export const TranscriptFactsSchema = v.array(v.object({ locale: LocaleSchema, isTimed: v.boolean() }));
export type TranscriptFacts = v.InferOutput<typeof TranscriptFactsSchema>;

const CuesSchema = v.nullable(TranscriptSchema.entries.cues);

/** Returns the paragraphs of an episode in `locale`, or else in the other language. */
export async function readPageTranscript(
  { sql }: Pick<Deps['data'], 'sql'>,
  { id, transcripts }: { id: string; transcripts: TranscriptFacts },
  locale: Locale,
): Promise<EpisodePage['transcript']> {
  const stored = [locale, ...LOCALES].find((language) => transcripts.some((transcript) => transcript.locale === language));
  const cues = stored ? v.parse(CuesSchema, await sql.getCues({ episodeId: id, locale: stored })) : null;
  if (!stored || !cues) return null;
  return {
    locale: stored,
    paragraphs: paragraphsOf(cues).map(({ startMs, speaker, text }) => ({
      startSeconds: startMs === null ? null : Math.floor(startMs / 1_000),
      speaker,
      text,
    })),
  };
}
