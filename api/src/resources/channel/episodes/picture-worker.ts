import * as v from 'valibot';
import type { Data } from '../../../gateways/supabase/data.ts';
import type { EpisodeSource } from '../../../gateways/videos/episode-source.ts';
import type { Attempt } from '../../../platform/attempt.ts';
import { drawApart } from '../../../platform/draw-apart.ts';
import type { Job } from '../../../platform/jobs.ts';
import type { Log } from '../../../platform/logger.ts';
import { thumbnailEndings } from './thumbnail-files.ts';
import type { Thumbnails } from './thumbnails.ts';

export const PICTURES = 'thumbnails';
/** Seconds between two runs. In addition, the instance that synced the channel starts a run at once. */
const INTERVAL_S = 60;
const BATCH = 20;

const LeftSchema = v.array(v.string());
const DueSchema = v.array(v.object({ id: v.string(), source: v.string() }));

const keyOf = (id: string, ending: string): string => `thumbnails/${id}${ending}`;

type PictureDeps = { source: EpisodeSource; data: Data; log: Log };

export const picturesJob = (deps: PictureDeps): Job => ({
  name: PICTURES,
  intervalSeconds: INTERVAL_S,
  leaseSeconds: 60,
  run: ({ keep, attempt }) => savePictures(deps, keep, attempt),
});

/**
 * Fetches the picture of each episode once, and again after a month, and stores it in the site's widths and formats. Removes the pictures
 * of episodes that left the channel. A failed picture does not stop the others and is retried later.
 */
export async function savePictures({ source, data, log }: PictureDeps, keep: () => Promise<void>, attempt: Attempt): Promise<void> {
  for (const id of v.parse(LeftSchema, await data.sql.listPicturesLeft({ limit: BATCH }))) {
    await keep();
    await attempt(id, id, async () => {
      await data.removePublicFiles(thumbnailEndings.map((ending) => keyOf(id, ending)));
      await data.sql.dropPicture({ id });
    });
  }
  for (;;) {
    const due = v.parse(DueSchema, await data.sql.listPicturesDue({ limit: BATCH }));
    if (due.length === 0) return;
    for (const { id, source: address } of due) {
      await keep();
      try {
        const { version, color, files } = await drawApart<Thumbnails>('thumbnails', () => source.readPicture(address));
        await Promise.all(files.map(({ ending, type, body }) => data.storePublicFile(keyOf(id, ending), type, body)));
        await data.sql.savePicture({ id, source: address, version, color });
      } catch (err) {
        log.warn({ err, episode: id }, 'could not fetch an episode picture');
        await data.sql.postponePicture({ id });
      }
    }
  }
}
