import * as v from 'valibot';
import type { Calls } from './calls.ts';

/** Steps to set up a new installation, in order. The database has the same list (`lists.test.ts`). */
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

/** `done` is computed from the site's data, so nobody marks a step as done. */
export const SETUP_STATES = ['open', 'done', 'skipped'] as const;
export type SetupState = (typeof SETUP_STATES)[number];

/** All steps in order. `isTestMode`: payments use a test key of Stripe. */
export const SetupSchema = v.object({
  steps: v.array(v.object({ step: SetupStepSchema, state: v.picklist(SETUP_STATES) })),
  isTestMode: v.boolean(),
});
export type Setup = v.InferOutput<typeof SetupSchema>;

/** Skips a setup step. With `isSkipped: false` the step is open again. */
export const SkipSetupStepSchema = v.object({ step: SetupStepSchema, isSkipped: v.boolean() });

/** Progress of setting up a new installation. */
export const setupCalls = {
  'GET /api/admin/setup': { who: 'site', answer: SetupSchema },
  'PUT /api/admin/setup-skips': { who: 'site', body: SkipSetupStepSchema, answer: SetupSchema },
} as const satisfies Calls;
