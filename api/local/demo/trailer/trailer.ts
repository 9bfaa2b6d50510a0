import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseTranscript } from '../../../src/resources/channel/transcripts/parse-transcript.ts';

const readHere = (name: string): Buffer<ArrayBuffer> => readFileSync(new URL(name, import.meta.url));

/** The demo podcast's own audio file, spoken by a speech synthesizer (espeak-ng), and its transcript with the same times. */
export const trailerAudio = readHere('trailer.mp3');
const transcript = parseTranscript(readHere('trailer.vtt'));

const version = createHash('sha256').update(trailerAudio).digest('hex').slice(0, 12);
const SECONDS = 70;

/** The episode of the demo podcast that is not on the channel. */
const trailer = {
  id: 'a-4d1f0b7c9e25',
  origin: 'own',
  slug: 'trailer',
  title: 'Trailer: um livro antigo numa semana cheia',
  description:
    'Um minuto para saber o que você vai ouvir por aqui.\n\n00:00 Por que abrir um livro antigo\n00:12 Como eu leio\n00:31 O que vem por aí\n00:50 Onde continuar',
  published_at: '2026-01-08T09:00:00Z',
  duration_seconds: SECONDS,
  kind: 'trailer',
} as const;

/** The rows of the trailer, and the key of its file in the public bucket. */
export const demoTrailer = {
  key: `audio/${trailer.id}.${version}.mp3`,
  episode: trailer,
  slug: { slug: trailer.slug, episode_id: trailer.id },
  audio: { episode_id: trailer.id, version, type: 'audio/mpeg', bytes: trailerAudio.length, seconds: SECONDS },
  transcript: { episode_id: trailer.id, locale: 'pt-BR', cues: 'cues' in transcript ? transcript.cues : [] },
};
