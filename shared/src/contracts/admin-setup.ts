import * as v from 'valibot';
import type { Calls } from './calls.ts';

/** What a new installation is set up with, in this order. The database has the same list (`lists.test.ts`). */
export const SETUP_STEPS = [
  'claim',
  'names',
  'currencies',
  'timeZone',
  'look',
  'seller',
  'contact',
  'terms',
  'privacy',
  'channel',
  'ebook',
  'purchase',
  'test_email',
  'doctor',
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];
const SetupStepSchema = v.picklist(SETUP_STEPS);

/** `done` follows from what is there, and is not ticked off. */
export const SETUP_STATES = ['open', 'done', 'skipped'] as const;
export type SetupState = (typeof SETUP_STATES)[number];

/** Every step, in order. `isTestMode`: payments are made with a test key of Stripe. */
export const SetupSchema = v.object({
  steps: v.array(v.object({ step: SetupStepSchema, state: v.picklist(SETUP_STATES) })),
  isTestMode: v.boolean(),
});
export type Setup = v.InferOutput<typeof SetupSchema>;

/** `isSkipped: false` takes it back. */
export const SkipSetupStepSchema = v.object({ step: SetupStepSchema, isSkipped: v.boolean() });

/** How far a new installation is set up. */
export const setupCalls = {
  'GET /api/admin/setup': { who: 'site', answer: SetupSchema },
  'PUT /api/admin/setup-skips': { who: 'site', body: SkipSetupStepSchema, answer: SetupSchema },
} as const satisfies Calls;
