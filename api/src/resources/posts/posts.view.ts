import type { ListedPost } from '@site/shared/contracts/posts.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { minutesOf, plainTextOf } from '@site/shared/rich-text/plain.ts';
import { inShort } from '@site/shared/texts/in-short.ts';
import type { PostRow } from './posts.repository.ts';

const LONGEST_SUMMARY = 200;

/** A post as a row of a list. */
export const toListedPost = (row: PostRow): ListedPost => ({
  slug: row.slug,
  kind: row.kind,
  title: row.title,
  summary: row.lead || inShort(plainTextOf(row.body).replace(/\s+/g, ' '), LONGEST_SUMMARY),
  locale: row.locale,
  tags: row.tags,
  publishedAt: toInstant(row.published_at),
  minutes: minutesOf(row.body),
});
