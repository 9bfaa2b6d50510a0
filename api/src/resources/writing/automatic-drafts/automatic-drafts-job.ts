import * as v from 'valibot';
import type { Deps } from '../../../platform/deps.ts';
import type { Job } from '../../../platform/jobs.ts';
import { NewsSchema, writeDraft } from './draft-words.ts';

export const AUTOMATIC_DRAFTS = 'automatic_drafts';

/** Creates drafts of a post and of a newsletter issue for each new episode and book. Drafts are never published or sent automatically. */
export const automaticDraftsJob = ({ data }: Pick<Deps, 'data'>): Job => ({
  name: AUTOMATIC_DRAFTS,
  intervalSeconds: 60,
  leaseSeconds: 60,
  run: async ({ keep, attempt }) => {
    for (const news of v.parse(v.array(NewsSchema), await data.sql.listDueDrafts())) {
      await keep();
      await attempt(`${news.kind}:${news.id}`, news.title, () => data.sql.makeDraft({ kind: news.kind, id: news.id, ...writeDraft(news) }));
    }
  },
});
