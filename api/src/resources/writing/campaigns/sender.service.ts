import { type SenderCheck, SenderCheckSchema } from '@site/shared/contracts/admin-campaigns.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { checkSenderDomain, domainOf } from '../../../doctor/sender-domain.ts';
import type { Deps } from '../../../platform/deps.ts';

type SenderDeps = Pick<Deps, 'data' | 'env' | 'names'>;

const senderOf = ({ CAMPAIGNS_FROM, MAIL_FROM }: SenderDeps['env']): string => CAMPAIGNS_FROM ?? MAIL_FROM;

/** Returns the domain of the newsletter's sender. */
export const campaignDomain = (env: SenderDeps['env']): string => domainOf(senderOf(env));

/** Checks whether mailboxes can verify the sender, and stores the result. */
export async function checkSender({ data, env, names }: SenderDeps): Promise<SenderCheck> {
  const found = await checkSenderDomain(names, senderOf(env));
  const checkedAt = await data.sql.noteDoctorRun({ service: 'sender', isWell: found.state !== 'wrong', found });
  return { ...found, checkedAt: toInstant(v.parse(v.string(), checkedAt)) };
}

/** Returns the last result of the sender check, or a new result if the last one is too old. */
export async function getSender(deps: SenderDeps): Promise<SenderCheck> {
  const kept = v.parse(v.nullable(SenderCheckSchema), await deps.data.sql.getSenderCheck({ domain: campaignDomain(deps.env) }));
  return kept ?? (await checkSender(deps));
}
