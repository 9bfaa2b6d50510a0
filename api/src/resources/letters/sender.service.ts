import type { SenderCheck } from '@site/shared/contracts/admin-letters.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { checkSenderDomain, domainOf } from '../../doctor/sender-domain.ts';
import type { Deps } from '../../platform/deps.ts';
import * as repository from './sender.repository.ts';

type SenderDeps = Pick<Deps, 'data' | 'env' | 'names'>;

const senderOf = ({ LETTERS_FROM, MAIL_FROM }: SenderDeps['env']): string => LETTERS_FROM ?? MAIL_FROM;

/** The domain that letters to subscribers come from. */
export const letterDomain = (env: SenderDeps['env']): string => domainOf(senderOf(env));

/** Asks whether mailboxes can check where letters come from, and keeps what was found. */
export async function checkSender({ data, env, names }: SenderDeps): Promise<SenderCheck> {
  const found = await checkSenderDomain(names, senderOf(env));
  return { ...found, checkedAt: toInstant(await repository.noteSenderCheck(data, found)) };
}

/** What was found last, or is now when that is long ago. */
export async function getSender(deps: SenderDeps): Promise<SenderCheck> {
  const kept = await repository.getSenderCheck(deps.data, letterDomain(deps.env));
  if (!kept) return await checkSender(deps);
  const { checked_at, ...found } = kept;
  return { ...found, checkedAt: toInstant(checked_at) };
}
