import type { AudioProblem } from '@site/shared/contracts/audio-rules.ts';
import type { EpisodeAudio } from '@site/shared/contracts/episodes.ts';
import { type IAudioMetadata, parseWebStream } from 'music-metadata';

export type AudioFacts =
  | Pick<EpisodeAudio, 'type' | 'bytes' | 'seconds'>
  | { problem: Extract<AudioProblem, 'empty' | 'not_audio' | 'media'> };

/** The marker of the MP3 header that states the length of the whole file. */
const WRITTEN_LENGTH = Buffer.from('Xing');

/**
 * Erases the stated length of an MP3 with a variable bit rate, so that the parser counts the frames. If a file was cut off, its stated
 * length is wrong. The marker is searched within single chunks, because storage and networks never send a chunk that is shorter than the
 * first frame.
 */
function hideWrittenLength(chunk: Uint8Array): Uint8Array {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
  for (let at = bytes.indexOf(WRITTEN_LENGTH); at >= 0; at = bytes.indexOf(WRITTEN_LENGTH, at))
    bytes.fill(0, at, at + WRITTEN_LENGTH.length);
  return bytes;
}

function typeOf({ format: { container = '', codec = '' } }: IAudioMetadata): EpisodeAudio['type'] | null {
  if (container === 'MPEG' && codec.endsWith('Layer 3')) return 'audio/mpeg';
  return /M4A|mp4|isom/.test(container) && /AAC/.test(codec) ? 'audio/mp4' : null;
}

/** Reads an audio file to its end. Returns its type, size and length, or the reason why it cannot be an episode. */
export async function readAudio(chunks: AsyncIterable<Uint8Array>): Promise<AudioFacts> {
  const iterator = chunks[Symbol.asyncIterator]();
  let bytes = 0;
  const next = async () => {
    const { done, value } = await iterator.next();
    bytes += value?.length ?? 0;
    return done ? null : hideWrittenLength(value);
  };
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const chunk = await next();
      if (chunk === null) controller.close();
      else controller.enqueue(chunk);
    },
  });
  // An error of the parser means that the file is invalid. The caller reports errors of the source.
  const metadata = await parseWebStream(stream, undefined, { duration: true, skipCovers: true, skipPostHeaders: true }).catch(() => null);
  while ((await next()) !== null);
  if (bytes === 0) return { problem: 'empty' };
  if (metadata?.format.hasVideo) return { problem: 'media' };
  const type = metadata && typeOf(metadata);
  const seconds = Math.round(metadata?.format.duration ?? 0);
  return type && seconds > 0 ? { type, bytes, seconds } : { problem: 'not_audio' };
}
