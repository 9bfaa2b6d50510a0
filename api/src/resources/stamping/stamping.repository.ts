import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import type { Unstampable } from './stamper.ts';

type Calls = Pick<Data, 'call'>;
type Wanted = { key: string; orderId: string; ebookId: string; filename: string; version: string };

/** Says that a copy is wanted now, and answers what is known of it; see `use_stamped_copy` in `50_stamping.sql`. */
export const useStampedCopy = (data: Calls, wanted: Wanted): Promise<'ready' | 'unstampable' | 'absent'> =>
  data.call(
    'use_stamped_copy',
    {
      p_key: wanted.key,
      p_order_id: wanted.orderId,
      p_ebook_id: wanted.ebookId,
      p_filename: wanted.filename,
      p_version: wanted.version,
    },
    v.picklist(['ready', 'unstampable', 'absent']),
  );

/** Whether any buyer still has a right to the copy that was stored. */
export const finishStampedCopy = (data: Calls, key: string): Promise<boolean> =>
  data.call('finish_stamped_copy', { p_key: key }, v.boolean());

type Unstamped = { filename: string; version: string; title: string; reason: Unstampable['reason']; ownerEmail: string };

/** Remembers that a file could not be stamped. True when that is new, and a mail to the owner waits. */
export const saveUnstampedFile = (data: Calls, { filename, version, title, reason, ownerEmail }: Unstamped): Promise<boolean> =>
  data.call(
    'save_unstamped_file',
    { p_filename: filename, p_version: version, p_title: title, p_reason: reason, p_owner_email: ownerEmail },
    v.boolean(),
  );

export const listCopiesToRemove = (data: Calls, limit: number): Promise<string[]> =>
  data.call('list_copies_to_remove', { p_limit: limit }, v.array(v.string()));

export const forgetCopies = (data: Calls, keys: readonly string[]): Promise<unknown> =>
  data.call('forget_copies', { p_keys: keys }, v.unknown());
