import type { Cue } from '@site/shared/contracts/transcript-rules.ts';
import { TranscriptSchema, transcriptCalls } from '@site/shared/contracts/transcripts.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { timedCues, toSrt, toVtt } from '@site/shared/transcripts/transcript-files.ts';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { ApiEnv, Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { answerFrom, shareWithAllSites } from '../../../platform/http.ts';
import { correctWords } from './correct-words.ts';
import { readTranscript } from './read-transcript.ts';

const CuesSchema = TranscriptSchema.entries.cues;

/** The JSON format of podcast apps (podcast namespace, transcript). */
const toJson = (cues: readonly Cue[]) => ({
  version: '1.0.0',
  segments: timedCues(cues).map(({ start, end, text, speaker }) => ({
    ...(speaker === null ? {} : { speaker }),
    startTime: start / 1_000,
    endTime: end / 1_000,
    body: text,
  })),
});

const FILES = {
  vtt: { type: 'text/vtt; charset=utf-8', write: toVtt },
  srt: { type: 'application/x-subrip; charset=utf-8', write: toSrt },
  json: { type: 'application/json', write: toJson },
  txt: { type: 'text/plain; charset=utf-8', write: (cues: readonly Cue[]) => `${cues.map(([, , text]) => text).join('\n\n')}\n` },
} as const;

/** Returns the routes of transcripts. During an outage of the data service, the transcript files are served from their last copy. */
export function transcriptHandlers(deps: Deps): Hono<ApiEnv> {
  const files = deps.answers.keep({ maxEntries: 100 });
  return handle(transcriptCalls, {
    'GET /api/episodes/:slug/transcripts/:file': async ({ c, sql, params: { slug, file } }) => {
      const [locale, ending] = file.split('.') as [Locale, keyof typeof FILES];
      const { type, write } = FILES[ending];
      const copy = await files.get(`${slug} ${file}`, async () => {
        const cues = v.parse(CuesSchema, await sql.getShownCues({ slug, locale }));
        // A transcript without times has no captions.
        if (ending !== 'txt' && cues[0]?.[0] === null) throw new AppError('not_found');
        return write(cues);
      });
      shareWithAllSites(c);
      return answerFrom(c, copy, ['episodes'], type);
    },
    'POST /api/admin/transcript-readings': async ({ body }) => ({ cues: (await readTranscript(body.file)).map(([...cue]) => cue) }),
    'GET /api/admin/episodes/:id/transcripts/:locale': ({ sql, params: { id, locale } }) => sql.getTranscript({ episodeId: id, locale }),
    'PUT /api/admin/episodes/:id/transcripts/:locale': async ({ sql, actor, params: { id, locale }, body: { file, revision } }) =>
      await sql.saveTranscript({ actor, episodeId: id, locale, revision, cues: await readTranscript(file) }),
    'PUT /api/admin/episodes/:id/transcripts/:locale/paragraph': async ({ sql, actor, params: { id, locale }, body }) => {
      const { from, to, text, revision } = body;
      const stored = v.parse(TranscriptSchema, await sql.getTranscript({ episodeId: id, locale }));
      if (stored.revision !== revision) throw new AppError('changed_meanwhile');
      const cues = [...stored.cues.slice(0, from), ...correctWords(stored.cues.slice(from, to), text), ...stored.cues.slice(to)];
      if (cues.length === 0) throw new AppError('invalid_input', { fields: { text: 'required' } });
      return await sql.saveTranscript({ actor, episodeId: id, locale, revision, cues });
    },
    'DELETE /api/admin/episodes/:id/transcripts/:locale': ({ sql, actor, params: { id, locale } }) =>
      sql.saveTranscript({ actor, episodeId: id, locale, revision: null, cues: null }),
  })(deps);
}
