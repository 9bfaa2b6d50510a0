import type { SampleProblem } from '@site/shared/contracts/ebook-rules.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../platform/actor.ts';
import type { PageRange } from './cut-pdf.ts';

type Calls = Pick<Data, 'call'>;

/** Has a sample made of these pages, or takes away the one that there is. */
export const setEbookSample = (
  data: Calls,
  actor: Actor,
  id: string,
  range: PageRange | null,
): Promise<'done' | 'not_found' | 'beyond_end' | 'whole_book'> =>
  data.call(
    'set_ebook_sample',
    { p_actor: actor, p_id: id, p_range: range && { first_page: range.firstPage, last_page: range.lastPage } },
    v.picklist(['done', 'not_found', 'beyond_end', 'whole_book']),
  );

const DueSchema = v.array(
  v.object({
    ...v.pick(tables.ebook_samples, ['ebook_id', 'revision', 'first_page', 'last_page']).entries,
    title: v.string(),
    /** Of the book's PDF. */
    pdf_key: v.string(),
  }),
);
export type DueSample = v.InferOutput<typeof DueSchema>[number];

export const listSamplesDue = (data: Calls, limit: number): Promise<DueSample[]> =>
  data.call('list_samples_due', { p_limit: limit }, DueSchema);

/** Writes down a sample's file before it is stored. False when another one is wanted meanwhile. */
export const expectSample = (data: Calls, due: DueSample, key: string): Promise<boolean> =>
  data.call('expect_sample', { p_ebook_id: due.ebook_id, p_revision: due.revision, p_key: key }, v.boolean());

/** Gives the stored file to visitors. False when another one is wanted meanwhile. */
export const finishSample = (data: Calls, due: DueSample, file: { key: string; pages: number; bytes: number }): Promise<boolean> =>
  data.call(
    'finish_sample',
    { p_ebook_id: due.ebook_id, p_revision: due.revision, p_key: file.key, p_pages: file.pages, p_bytes: file.bytes },
    v.boolean(),
  );

export const failSample = (data: Calls, due: DueSample, problem: SampleProblem): Promise<unknown> =>
  data.call('fail_sample', { p_ebook_id: due.ebook_id, p_revision: due.revision, p_problem: problem }, v.unknown());

/** Writes the mail with the link to a book's sample, unless the address had one lately. */
export const askForSample = (data: Calls, id: string, email: string, locale: Locale): Promise<'written' | 'not_now' | 'not_found'> =>
  data.call('ask_for_sample', { p_ebook_id: id, p_email: email, p_locale: locale }, v.picklist(['written', 'not_now', 'not_found']));
