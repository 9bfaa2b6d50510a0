import * as v from 'valibot';
import type { Data } from '../../../gateways/supabase/data.ts';
import { tables } from '../../../gateways/supabase/database.generated.ts';
import type { Attempt } from '../../../platform/attempt.ts';
import type { Job } from '../../../platform/jobs.ts';
import { audioFilesOf } from '../../channel/episodes/audio-files.ts';
import { thumbnailEndings } from '../../channel/episodes/thumbnail-files.ts';
import { brandFilesOf } from '../../site/brand/brand-files.ts';
import { postPictureFilesOf } from '../../writing/posts/post-picture-files.ts';
import { coverEndings } from './cover-files.ts';

const REMOVE_EVERY_S = 300;
/** Seconds between two runs. In addition, the instance that replaced a file starts a run at once. */
const ANNOUNCE_EVERY_S = 60;
const LEASE_S = 60;
const FILES_AT_ONCE = 20;
const OWNERS_AT_ONCE = 200;
export const ANNOUNCEMENTS = 'ebook_announcements';

const UnusedFilesSchema = v.array(v.pick(tables.unused_files, ['key', 'kind']));

/** For each kind of stored file, the function that returns the keys of the public files made from it. */
const PUBLIC_FILES: Partial<Record<v.InferOutput<typeof UnusedFilesSchema>[number]['kind'], (key: string) => string[]>> = {
  cover: (key) => coverEndings.map((ending) => `${key}${ending}`),
  picture: (key) => thumbnailEndings.map((ending) => `${key}${ending}`),
  brand: brandFilesOf,
  post_picture: postPictureFilesOf,
  sample: (key) => [key],
  audio: audioFilesOf,
};

/** Removes unused uploads, and the replaced or orphaned files of books, episodes, posts and the brand. */
export const fileRemovalJob = (data: Data): Job => ({
  name: 'unused_files',
  intervalSeconds: REMOVE_EVERY_S,
  leaseSeconds: LEASE_S,
  run: ({ keep, attempt }) => removeUnusedFiles(data, keep, attempt),
});

/** Removes the files first and their records afterwards, so that an interrupted run is repeated. */
export async function removeUnusedFiles(data: Data, keep: () => Promise<void>, attempt: Attempt): Promise<void> {
  for (;;) {
    const files = v.parse(UnusedFilesSchema, await data.sql.claimUnusedFiles({ limit: FILES_AT_ONCE }));
    if (files.length === 0) return;
    for (const file of files) {
      await keep();
      await attempt(file.key, file.key, async () => {
        await data.removePrivateFiles([file.key]);
        const publicFiles = PUBLIC_FILES[file.kind]?.(file.key);
        if (publicFiles) await data.removePublicFiles(publicFiles);
        await data.sql.dropFile(file);
      });
    }
  }
}

/** Emails all owners of a book about its new version. */
export const announcementsJob = ({ data, wakeMail }: { data: Data; wakeMail: () => void }): Job => ({
  name: ANNOUNCEMENTS,
  intervalSeconds: ANNOUNCE_EVERY_S,
  leaseSeconds: LEASE_S,
  run: async ({ keep }) => {
    while (await data.sql.announceVersion({ limit: OWNERS_AT_ONCE })) {
      wakeMail();
      await keep();
    }
  },
});
