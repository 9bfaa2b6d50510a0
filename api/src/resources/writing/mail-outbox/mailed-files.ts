import * as v from 'valibot';
import type { Deps } from '../../../platform/deps.ts';
import { storeLists } from '../../site/settings/lists-file.ts';
import type { AddressedMail } from './email-kind.ts';

/** Lifetime of the download links. The email promises the same time (`filesInstead` in purchase-texts.ts). */
const LINK_SECONDS = 7 * 86_400;

const PaidWithoutAccountSchema = v.object({
  account_deleted: v.literal(true),
  items: v.array(v.object({ title: v.string(), filename: v.string(), launch: v.optional(v.unknown()) })),
});

const FileSchema = v.object({ key: v.string() });

/**
 * Returns links to the books of an order that was paid after its buyer was erased, because there is no library for them. Announced books
 * follow at their launch.
 */
async function getMailedFiles(
  { data }: Pick<Deps, 'data'>,
  { kind, payload }: Pick<AddressedMail, 'kind' | 'payload'>,
): Promise<NonNullable<AddressedMail['files']>> {
  const owed = v.safeParse(PaidWithoutAccountSchema, payload);
  if ((kind !== 'purchase_paid' && kind !== 'book_launched') || !owed.success) return [];
  return await Promise.all(
    owed.output.items
      .filter(({ launch }) => !launch)
      .map(async ({ title, filename }) => {
        const { key } = v.parse(FileSchema, await data.sql.getEbookFile({ filename }));
        return { title, url: await data.signPrivateFile(key, filename, LINK_SECONDS) };
      }),
  );
}

const ListsReadySchema = v.object({ key: v.string(), uid: v.string() });

/**
 * Prepares the files of an email before it is written. An email that nobody may get any more is deleted from the outbox, and the worker's
 * last check then stops it.
 */
export async function prepareMailedFiles(
  deps: Pick<Deps, 'data' | 'liveSettings'>,
  mail: Pick<AddressedMail, 'kind' | 'payload' | 'locale'>,
): Promise<Pick<AddressedMail, 'files' | 'isTooLarge'>> {
  if (mail.kind !== 'lists_ready') return { files: await getMailedFiles(deps, mail) };
  const { key, uid } = v.parse(ListsReadySchema, mail.payload);
  if (!(await deps.data.sql.mayPrepareLists({ key, uid }))) return {};
  return { isTooLarge: !(await storeLists(deps, key, mail.locale)) };
}
