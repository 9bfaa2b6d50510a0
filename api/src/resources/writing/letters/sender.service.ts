import { type SenderCheck, SenderCheckSchema } from '@site/shared/contracts/admin-letters.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { checkSenderDomain, domainOf } from '../../../doctor/sender-domain.ts';
import type { Deps } from '../../../platform/deps.ts';

type SenderDeps = Pick<Deps, 'data' | 'env' | 'names'>;

const senderOf = ({ LETTERS_FROM, MAIL_FROM }: SenderDeps['env']): string => LETTERS_FROM ?? MAIL_FROM;

/** The domain that letters to subscribers come from. */
export const letterDomain = (env: SenderDeps['env']): string => domainOf(senderOf(env));

/** Asks whether mailboxes can check where letters come from, and keeps what was found. */
export async function checkSender({ data, env, names }: SenderDeps): Promise<SenderCheck> {
  const found = await checkSenderDomain(names, senderOf(env));
  const checkedAt = await data.sql.noteDoctorRun({ service: 'sender', isWell: found.state !== 'wrong', found });
  return { ...found, checkedAt: toInstant(v.parse(v.string(), checkedAt)) };
}

/** What was found last, or is now when that is long ago. */
export async function getSender(deps: SenderDeps): Promise<SenderCheck> {
  const kept = v.parse(v.nullable(SenderCheckSchema), await deps.data.sql.getSenderCheck({ domain: letterDomain(deps.env) }));
  return kept ?? (await checkSender(deps));
}
