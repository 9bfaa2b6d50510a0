import type { GenericSchema } from 'valibot';
import type { Permission } from './team.ts';

/**
 * The least role that may make a call. `signed_in`: also before the email is verified. `verified`: every customer. `buyer`: a customer, or
 * a guest without sign-in (checked by the route). `reader`: a customer, or the holder of an order's link. `signature`: the payment provider
 * with a signed body (checked by the route, the only one that reads the raw body). `team`: every admin, as far as the route allows. A
 * permission: admins whose role has it.
 */
export type LeastRole = 'public' | 'signed_in' | 'verified' | 'buyer' | 'reader' | 'signature' | 'team' | Permission;

/** `recent`: only within 15 minutes of a sign-in. With a list: only if the path ends with one of its values. */
export type Who = LeastRole | { readonly least: 'team' | Permission; readonly recent: true | readonly string[] };

/** Calls per window for one person and for one network address, which a household or a school may share. */
export type Limit = { readonly windowSeconds: number; readonly person?: number; readonly address: number };

/**
 * The sizes below are constants. If a contract contained the multiplication itself, webpack would keep the contract in bundles that do not
 * use it.
 */
export const KB = 1_024;
/** Largest body, in bytes, of a call without its own limit. A test proves that every body of the contract fits. */
export const BODY_BYTES = 16 * KB;
/** Largest body of a call that sends a long message or a list, in bytes. */
export const LIST_BYTES = 32 * KB;
/** Largest body of a form with many fields, in bytes. */
export const FORM_BYTES = 64 * KB;
/** Largest body of a call that sends one of the owner's full texts, in bytes. */
export const TEXT_BYTES = 256 * KB;

/**
 * Everything that a caller or a reviewer must know about a call. A call without `answer` returns a page, a file or a redirect instead of
 * JSON.
 */
export type Call = {
  readonly who: Who;
  readonly limit?: Limit;
  /** The schema of each `:name` in the path. If a value does not fit its schema, the call fails with `not_found`. */
  readonly params?: Readonly<Record<string, GenericSchema<unknown, string>>>;
  readonly query?: GenericSchema;
  readonly body?: GenericSchema;
  /** Largest body of this call, in bytes, if `BODY_BYTES` is too small. */
  readonly bodyBytes?: number;
  readonly answer?: GenericSchema;
  /** A public answer that may come from a cached copy, seconds old. `about`: the tags by which the copy is purged. */
  readonly kept?: { readonly about: readonly ('ebooks' | 'episodes' | 'texts')[]; readonly maxEntries: number; readonly freshMs?: number };
};

/** All calls by method and path, such as `GET /api/ebooks/:id`. */
export type Calls = Readonly<Record<string, Call>>;
export type Route = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** The names of the parameters in a path, such as `id`. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParams<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
