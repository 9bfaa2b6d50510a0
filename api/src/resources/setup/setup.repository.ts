import { SETUP_STEPS, type SkipSetupStepSchema } from '@site/shared/contracts/admin-setup.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import type { Actor } from '../../platform/actor.ts';

const SetupRowSchema = v.object({
  has_owner: v.boolean(),
  has_ebook: v.boolean(),
  has_purchase: v.boolean(),
  has_test_email: v.boolean(),
  has_read_channel: v.boolean(),
  well_services: v.array(v.string()),
  skipped: v.array(v.picklist(SETUP_STEPS)),
});
export type SetupRow = v.InferOutput<typeof SetupRowSchema>;

export const getSetup = (data: Data): Promise<SetupRow> => data.call('get_setup', {}, SetupRowSchema);

export const skipSetupStep = (data: Data, actor: Actor, { step, isSkipped }: v.InferOutput<typeof SkipSetupStepSchema>): Promise<unknown> =>
  data.call('skip_setup_step', { p_actor: actor, p_step: step, p_is_skipped: isSkipped }, v.unknown());
