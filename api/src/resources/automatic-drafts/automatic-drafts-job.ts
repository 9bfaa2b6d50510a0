import type { Deps } from '../../platform/deps.ts';
import type { Job } from '../../platform/jobs.ts';
import { listDueDrafts, makeDraft } from './automatic-drafts.repository.ts';
import { writeDraft } from './draft-words.ts';

export const AUTOMATIC_DRAFTS = 'automatic_drafts';

/** Begins a text and a letter about each new episode and book. Nothing of them goes out by itself. */
export const automaticDraftsJob = ({ data }: Pick<Deps, 'data'>): Job => ({
  name: AUTOMATIC_DRAFTS,
  intervalSeconds: 60,
  leaseSeconds: 60,
  run: async ({ keep, attempt }) => {
    for (const news of await listDueDrafts(data)) {
      await keep();
      await attempt(`${news.kind}:${news.id}`, news.title, () => makeDraft(data, news, writeDraft(news)));
    }
  },
});
