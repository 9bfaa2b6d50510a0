import * as v from 'valibot';

const Url = v.pipe(v.string(), v.url());

const EnvSchema = v.object({
  PAYMENTS_PORT: v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.maxValue(65_535)),
  STATE_DIR: v.pipe(v.string(), v.minLength(1)),
  STRIPE_SECRET_KEY: v.pipe(v.string(), v.regex(/^sk_test_\w+$/, 'only a key of the form sk_test_…; a live key must never come here')),
  STRIPE_PUBLISHABLE_KEY: v.pipe(v.string(), v.regex(/^pk_test_\w+$/, 'only a key of the form pk_test_…')),
  STRIPE_WEBHOOK_SECRET: v.pipe(v.string(), v.regex(/^whsec_\w+$/, 'expected whsec_…')),
  WEBHOOK_URL: Url,
  PUBLIC_URL: v.pipe(
    Url,
    v.transform((url) => url.replace(/\/$/, '')),
  ),
});
export type PaymentsEnv = v.InferOutput<typeof EnvSchema>;

/** Returns the configuration of the process. Throws one error that lists every problem, without values. */
export function readPaymentsEnv(variables: NodeJS.ProcessEnv): PaymentsEnv {
  const read = v.safeParse(EnvSchema, variables);
  if (read.success) return read.output;
  const problems = read.issues.map(
    (issue) => `  ${v.getDotPath(issue)}: ${issue.input === undefined ? 'missing' : issue.message.split('received')[0]}`,
  );
  throw new Error(`The local Stripe cannot start:\n${problems.join('\n')}`);
}
