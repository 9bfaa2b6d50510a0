import * as v from 'valibot';
import { LOCALES, LocaleSchema } from '../texts/locales.ts';
import { type Calls, TEXT_BYTES } from './calls.ts';
import { EpisodeSlugSchema } from './episodes.ts';
import { createOptionalLineSchema } from './text.ts';
import { TRANSCRIPT_LIMITS } from './transcript-rules.ts';

const CueSchema = v.tuple([v.nullable(v.number()), v.nullable(v.number()), v.string(), v.nullable(v.string())]);

/** The captions of an episode in one language, for the owner. If there is no transcript, the revision is 0 and there are no captions. */
export const TranscriptSchema = v.object({ locale: LocaleSchema, cues: v.array(CueSchema), revision: v.number() });
export type Transcript = v.InferOutput<typeof TranscriptSchema>;

/** The captions that the API found in a file. */
export const TranscriptReadingSchema = v.object({ cues: v.array(CueSchema) });

const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(999_999_999));
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const LONGEST_BASE64 = Math.ceil(TRANSCRIPT_LIMITS.file / 3) * 4;
/** Largest body with a transcript file, in bytes. */
const FILE_BYTES = LONGEST_BASE64 + 1_024;

/** The bytes of a file, in base64. Errors of `file`: a `TranscriptProblem`. */
const file = v.pipe(v.string(), v.maxLength(LONGEST_BASE64, 'too_large'), v.regex(BASE64, 'invalid'));
const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(TRANSCRIPT_LIMITS.cues));

/** The corrected words of the captions from index `from` up to but not including `to`. Without words the API removes these captions. */
export const CorrectedParagraphSchema = v.object({
  from: index,
  to: index,
  text: createOptionalLineSchema(TRANSCRIPT_LIMITS.paragraph),
  revision,
});

/** The file name of a transcript, such as `pt-BR.vtt`. */
export const TranscriptFileSchema = v.pipe(v.string(), v.regex(new RegExp(`^(?:${LOCALES.join('|')})\\.(?:vtt|srt|json|txt)$`)));

const params = { id: v.string(), locale: LocaleSchema };

export const transcriptCalls = {
  /** Returns a transcript as a file for podcast apps. A transcript without times is only available as `.json` and `.txt`. */
  'GET /api/episodes/:slug/transcripts/:file': { who: 'public', params: { slug: EpisodeSlugSchema, file: TranscriptFileSchema } },
  /** Parses a transcript file without storing it. */
  'POST /api/admin/transcript-readings': {
    who: 'content',
    body: v.object({ file }),
    bodyBytes: FILE_BYTES,
    answer: TranscriptReadingSchema,
  },
  'GET /api/admin/episodes/:id/transcripts/:locale': { who: 'content', params, answer: TranscriptSchema },
  'PUT /api/admin/episodes/:id/transcripts/:locale': {
    who: 'content',
    params,
    body: v.object({ file, revision }),
    bodyBytes: FILE_BYTES,
    answer: TranscriptSchema,
  },
  'PUT /api/admin/episodes/:id/transcripts/:locale/paragraph': {
    who: 'content',
    params,
    body: CorrectedParagraphSchema,
    bodyBytes: TEXT_BYTES,
    answer: TranscriptSchema,
  },
  'DELETE /api/admin/episodes/:id/transcripts/:locale': { who: 'content', params, answer: TranscriptSchema },
} as const satisfies Calls;
