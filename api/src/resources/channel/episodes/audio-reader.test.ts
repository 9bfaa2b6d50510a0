import { Readable } from 'node:stream';
import { BLACK_MP4, SILENT_M4A, silentMp3 } from '@site/shared/testing/audio-files.ts';
import { expect, test } from 'vitest';
import { readAudioApart } from './audio-reader.ts';

/** Sends a file in chunks, as storage does. */
async function* inChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield new Uint8Array(bytes.subarray(at, at + 65_536));
}
const read = (bytes: Buffer) => readAudioApart(inChunks(bytes));

const mp3 = silentMp3(30);
/** The MP3 header of a variable bit rate, which states that 10,000 frames follow. */
const claim = Buffer.from(mp3.subarray(0, 417));
claim.write('Xing', 21, 'latin1');
claim.writeUInt32BE(3, 25);
claim.writeUInt32BE(10_000, 29);
claim.writeUInt32BE(4_170_000, 33);

test.each([
  ['an MP3', mp3, { type: 'audio/mpeg', bytes: mp3.length, seconds: 30 }],
  ['an MP3 that was cut off', mp3.subarray(0, mp3.length / 2), { type: 'audio/mpeg', bytes: mp3.length / 2, seconds: 15 }],
  ['an MP3 that is shorter than it claims', Buffer.concat([claim, mp3]), { type: 'audio/mpeg', bytes: mp3.length + 417, seconds: 30 }],
  ['an MPEG-4 file', SILENT_M4A, { type: 'audio/mp4', bytes: SILENT_M4A.length, seconds: 1 }],
  ['a file with a video', BLACK_MP4, { problem: 'media' }],
  ['an empty file', Buffer.alloc(0), { problem: 'empty' }],
  ['a page', Buffer.from('<!doctype html><title>Episódio</title>'), { problem: 'not_audio' }],
  ['a WAV file', Buffer.concat([Buffer.from('RIFF$\0\0\0WAVEfmt '), Buffer.alloc(40)]), { problem: 'not_audio' }],
])('the audio reader measures the content of %s', async (_, bytes, facts) => {
  expect(await read(bytes)).toEqual(facts);
});

test('a broken connection while reading audio throws its own error, and not a fault of the file', async () => {
  const broken = Readable.from(
    (async function* () {
      yield mp3.subarray(0, 9_000);
      throw new Error('the connection broke');
    })(),
  );
  await expect(readAudioApart(broken)).rejects.toThrow('the connection broke');
});

test('reading an audio file stops at the time limit and closes the source', async () => {
  let isClosed = false;
  async function* slowly() {
    try {
      for (;;) {
        yield new Uint8Array(mp3.subarray(0, 417));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    } finally {
      isClosed = true;
    }
  }
  expect(await readAudioApart(slowly(), { memoryBytes: 96 * 1024 ** 2, ms: 1_500 })).toEqual({ problem: 'too_costly' });
  await expect.poll(() => isClosed).toBe(true);
});
