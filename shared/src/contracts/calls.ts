import type { GenericSchema } from 'valibot';
import type { Permission } from './team.ts';

/**
 * Who may make a call at least: `signed_in` also before the e-mail is verified, `verified` every customer, `buyer` these and, without a
 * sign-in, a guest (checked by the route), `reader` every customer and the holder of an order's link, `signature` the payment
 * provider with a signed body (checked by the route, which alone reads the raw body), `team` every admin, as far as the route allows, a
 * permission the admins whose role has it.
 */
export type LeastRole = 'public' | 'signed_in' | 'verified' | 'buyer' | 'reader' | 'signature' | 'team' | Permission;

/** `recent`: only within 15 minutes of a sign-in; with a list, only where the path ends with one of its values. */
export type Who = LeastRole | { readonly least: 'team' | Permission; readonly recent: true | readonly string[] };

/** Calls per window of one person and of one network address, which can be a household or a school. */
export type Limit = { readonly windowSeconds: number; readonly person?: number; readonly address: number };

/** A product within a record would keep the record in bundles, which use nothing of it: these have names. */
export const KB = 1_024;
/** Longest body of a call that names no length of its own, in bytes. A test proves that every body of the contract fits. */
export const BODY_BYTES = 16 * KB;
/** Longest body with a long message or a list, in bytes. */
export const LIST_BYTES = 32 * KB;
/** Longest body of a form with many fields, in bytes. */
export const FORM_BYTES = 64 * KB;
/** Longest body with a whole text of the owner, in bytes. */
export const TEXT_BYTES = 256 * KB;

/** All that a caller or a reviewer has to know of a call. A call without `answer` returns a page, a file or a redirect instead of JSON. */
export type Call = {
  readonly who: Who;
  readonly limit?: Limit;
  /** One schema for each `:name` of the path; what none takes is `not_found`. */
  readonly params?: Readonly<Record<string, GenericSchema<unknown, string>>>;
  readonly query?: GenericSchema;
  readonly body?: GenericSchema;
  /** Longest body, in bytes, where `BODY_BYTES` is too short. */
  readonly bodyBytes?: number;
  readonly answer?: GenericSchema;
  /** A public answer that is given from a copy, seconds old, and forgotten by these names. */
  readonly kept?: { readonly about: readonly ('ebooks' | 'episodes' | 'texts')[]; readonly maxEntries: number; readonly freshMs?: number };
};

/** By method and path, such as `GET /api/ebooks/:id`. */
export type Calls = Readonly<Record<string, Call>>;
export type Route = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** The names in a path, such as `id`. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParams<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
