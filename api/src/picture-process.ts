// Runs in its own process. `drawApart` starts the process and sends one picture at a time. The process gets no secrets.
import { BadPicture } from './platform/draw-apart.ts';
import { readPictureFile } from './platform/picture-file.ts';
import { drawOwnThumbnails, drawThumbnails } from './resources/channel/episodes/thumbnails.ts';
import { drawPhoto } from './resources/people/users/draw-photo.ts';
import { drawCover } from './resources/shop/ebooks/cover-pictures.ts';
import { drawBrandPicture } from './resources/site/brand/brand-pictures.ts';
import { drawPostPicture } from './resources/writing/posts/draw-post-picture.ts';

/** With this limit, the API and this process fit into 512 MB together (`npm run load -- --only files`). */
const MOST_BYTES = 400 * 1024 ** 2;
const LOOK_EVERY_MS = 10;
/** Bytes. A process that holds more memory than this limit after a picture is not reused. */
const MOST_KEPT_BYTES = 150 * 1024 ** 2;

const drawings: Readonly<Record<string, (...input: never[]) => Promise<unknown>>> = {
  brand: drawBrandPicture,
  cover: drawCover,
  facts: readPictureFile,
  own_thumbnails: drawOwnThumbnails,
  photo: drawPhoto,
  post: drawPostPicture,
  thumbnails: drawThumbnails,
};

// Picture decoders run in native threads. Killing the process is the only way to stop a decoder.
setInterval(() => {
  if (process.memoryUsage.rss() > MOST_BYTES) process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS);
process.once('disconnect', () => process.exit());
process.on('message', async ({ name, input }: { name: string; input: never[] }) => {
  const answer = (said: object) => process.send?.({ ...said, isReusable: process.memoryUsage.rss() < MOST_KEPT_BYTES });
  try {
    answer({ drawn: await drawings[name]?.(...input) });
  } catch (error) {
    answer(error instanceof BadPicture ? { problem: error.problem } : { failure: String(error) });
  }
});
