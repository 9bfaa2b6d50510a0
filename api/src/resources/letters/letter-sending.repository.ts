import { SUBSCRIBER_SOURCES } from '@site/shared/contracts/newsletter.ts';
import { LocaleSchema } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { PostRowSchema } from '../posts/posts.service.ts';
import { HeadsSchema } from './letters.repository.ts';

const WorkSchema = v.object({
  due: v.nullable(v.string()),
  preparing: v.nullable(v.string()),
  is_sending: v.boolean(),
  next_in: v.nullable(v.number()),
});

/** Moves on what time moves. Answers what is to be done, and in how many seconds to ask again. */
export const advanceLetters = (data: Data): Promise<v.InferOutput<typeof WorkSchema>> => data.call('advance_letters', {}, WorkSchema);

const DueSchema = v.object({
  heads: HeadsSchema,
  post_revision: v.number(),
  posts: v.object({ 'pt-BR': PostRowSchema, en: PostRowSchema }),
});

/** What a letter that is due is made of; null when it is not due any more. */
export const getDueLetter = (data: Data, id: string): Promise<v.InferOutput<typeof DueSchema> | null> =>
  data.call('get_due_letter', { p_id: id }, v.nullable(DueSchema));

const WordsSchema = v.object({ subject: v.string(), preheader: v.string(), html: v.string(), text: v.string() });
const FrozenSchema = v.object({ 'pt-BR': WordsSchema, en: WordsSchema });
export type Frozen = v.InferOutput<typeof FrozenSchema>;

/** From now on the letter says this, or it waits for its owner. False when it, or its text, changed meanwhile. */
export const beginLetter = (data: Data, id: string, postRevision: number, frozen: Frozen): Promise<boolean> =>
  data.call('begin_letter', { p_id: id, p_post_revision: postRevision, p_frozen: frozen }, v.boolean());

/** Writes down its readers among the next `size` subscribers. False when there are more. */
export const prepareLetter = (data: Data, id: string, size: number): Promise<boolean> =>
  data.call('prepare_letter', { p_id: id, p_size: size }, v.boolean());

export const getFrozenLetter = (data: Data, id: string): Promise<Frozen | null> =>
  data.call('get_frozen_letter', { p_id: id }, v.nullable(FrozenSchema));

const ClaimedSchema = v.object({
  letter_id: v.string(),
  subscriber_id: v.string(),
  generation: v.number(),
  claims: v.number(),
  email: v.string(),
  locale: LocaleSchema,
  source: v.picklist(SUBSCRIBER_SOURCES),
  confirmed_at: v.string(),
  /** Not before so many milliseconds from now. */
  in_ms: v.number(),
});
export type ClaimedReader = v.InferOutput<typeof ClaimedSchema>;

/** Hands readers to this worker for a while. */
export const claimLetterRecipients = (data: Data, limit: number, leaseSeconds: number, perSecond: number): Promise<ClaimedReader[]> =>
  data.call('claim_letter_recipients', { p_limit: limit, p_lease_seconds: leaseSeconds, p_per_second: perSecond }, v.array(ClaimedSchema));

type Claim = Pick<ClaimedReader, 'letter_id' | 'subscriber_id' | 'claims'>;
const claimArgs = ({ letter_id, subscriber_id, claims }: Claim) => ({
  p_letter_id: letter_id,
  p_subscriber_id: subscriber_id,
  p_claims: claims,
});

export const mayHandLetter = (data: Data, claim: Claim): Promise<'handing' | 'left' | 'withheld'> =>
  data.call('may_hand_letter', claimArgs(claim), v.picklist(['handing', 'left', 'withheld']));

export const finishLetter = async (data: Data, claim: Claim): Promise<void> => {
  await data.call('finish_letter', claimArgs(claim), v.unknown());
};

/** The mail server has it and says nothing yet. */
export const keepLetter = async (data: Data, claim: Claim): Promise<void> => {
  await data.call('keep_letter', claimArgs(claim), v.unknown());
};

export const deferLetter = async (data: Data, claim: Claim, error: string): Promise<void> => {
  await data.call('defer_letter', { ...claimArgs(claim), p_error: error }, v.unknown());
};

/** False when the letter does not go on. */
export const refuseLetter = (data: Data, claim: Claim, error: string, isRecipient: boolean): Promise<boolean> =>
  data.call('refuse_letter', { ...claimArgs(claim), p_error: error, p_is_recipient: isRecipient }, v.boolean());

/** `wasTried`: there was a connection, and it broke with this reader. */
export const interruptLetter = async (data: Data, claim: Claim, error: string, wasTried: boolean): Promise<void> => {
  await data.call('interrupt_letter', { ...claimArgs(claim), p_error: error, p_was_tried: wasTried }, v.unknown());
};
