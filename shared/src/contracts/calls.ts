import type { GenericSchema } from 'valibot';
import type { Permission } from './team.ts';

/**
 * Who may make a call at least: `signed_in` also before the e-mail is verified, `verified` every customer, `buyer` these and, without a
 * sign-in, a guest (checked by the route), `reader` every customer and the holder of an order's link, `signature` the payment
 * provider with a signed body (checked by the route, which alone reads the raw body), `team` every admin, as far as the route allows, a
 * permission the admins whose role has it.
 */
export type LeastRole = 'public' | 'signed_in' | 'verified' | 'buyer' | 'reader' | 'signature' | 'team' | Permission;

/** `recent`: only within 15 minutes of a sign-in. */
export type Who = LeastRole | { readonly least: 'team' | Permission; readonly recent: true };

/** Calls per window of one person and of one network address, which can be a household or a school. */
export type Limit = { readonly windowSeconds: number; readonly person?: number; readonly address: number };

/** All that a caller or a reviewer has to know of a call. Without `answer` it answers something else than JSON. */
export type Call = {
  readonly who: Who;
  readonly limit?: Limit;
  /** One schema for each `:name` of the path; what none takes is `not_found`. */
  readonly params?: Readonly<Record<string, GenericSchema<unknown, string>>>;
  readonly query?: GenericSchema;
  readonly body?: GenericSchema;
  /** The most bytes of a body, where it is longer than those of most calls. */
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
