import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { PageStart } from '../../platform/page.ts';

const UserRowSchema = v.object({
  ...v.pick(tables.users, ['uid', 'number', 'email', 'name', 'created_at', 'orders', 'first_purchase_at', 'last_purchase_at']).entries,
  has_photo: v.boolean(),
});
export type UserRow = v.InferOutput<typeof UserRowSchema>;

const PageSchema = v.object({ users: v.array(UserRowSchema), more: v.boolean() });

export const listUsers = (
  data: Data,
  words: string,
  { position, isBackwards }: PageStart,
  size: number,
): Promise<v.InferOutput<typeof PageSchema>> =>
  data.call(
    'list_users',
    { p_words: words, p_at: position?.at ?? null, p_number: position && Number(position.id), p_is_backwards: isBackwards, p_size: size },
    PageSchema,
  );

export const getUserPhoto = (data: Data, uid: string): Promise<string | null> =>
  data.call('get_user_photo', { p_uid: uid }, v.nullable(v.string()));

/** `verifiedEmail` is null while the account's address is not verified. Answers whether a letter that welcomes them, in `locale`, was queued. */
export const upsertUser = (
  data: Data,
  user: {
    uid: string;
    email: string;
    verifiedEmail: string | null;
    name: string;
    photoUrl: string | null;
    isByGoogle: boolean;
    locale: Locale;
    /** When their token was issued: an older one moves no address back. */
    issuedAt: string;
  },
): Promise<boolean> =>
  data.call(
    'upsert_user',
    {
      p_uid: user.uid,
      p_email: user.email,
      p_verified_email: user.verifiedEmail,
      p_name: user.name,
      p_photo_url: user.photoUrl,
      p_is_by_google: user.isByGoogle,
      p_locale: user.locale,
      p_issued_at: user.issuedAt,
    },
    v.boolean(),
  );
