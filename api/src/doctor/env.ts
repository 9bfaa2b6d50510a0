import { type Env, readEachVariable } from '../platform/env.ts';

/** Variables that the API does not read, but that let the doctor run more checks. */
const OTHER_VARIABLES = [
  'FIREBASE_API_KEY',
  'FIREBASE_AUTH_DOMAIN',
  'STRIPE_PUBLISHABLE_KEY',
  'CHECKOUT_UI',
  'STORAGE_URL',
  'SUPABASE_PUBLISHABLE_KEY',
  'RELEASES_DIR',
  'RELEASES_BUCKET_URL',
  'RELEASES_BUCKET_REGION',
  'RELEASES_BUCKET_KEY_ID',
  'RELEASES_BUCKET_SECRET',
] as const;
export type OtherVariables = { readonly [Name in (typeof OTHER_VARIABLES)[number]]?: string | undefined };

type Known = { env: Partial<Env>; problems: Record<string, string>; others: OtherVariables };

/** Returns the known variables of an installation, and the API's variables that are missing or wrong. */
export function readInstallation(variables: Readonly<Record<string, string | undefined>> = process.env): Known {
  const others = Object.fromEntries(OTHER_VARIABLES.map((name) => [name, variables[name] || undefined]));
  return { ...readEachVariable(variables), others };
}
