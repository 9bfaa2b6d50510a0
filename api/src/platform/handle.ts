import type { Call, Calls, PathParams, Route } from '@site/shared/contracts/calls.ts';
import type { Permission } from '@site/shared/contracts/team.ts';
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import { AppError } from '../base/app-error.ts';
import type { Sql } from '../gateways/supabase/database.generated.ts';
import type { Json } from '../gateways/supabase/sql-types.ts';
import { type Actor, actorOf } from './actor.ts';
import type { Caller } from './auth.ts';
import type { ApiEnv, Deps } from './deps.ts';
import { accept, addressOf, answerFrom, newRouter, readJson } from './http.ts';
import { countUse } from './rate-limit.ts';

type LeastOf<C extends Call> = C['who'] extends { least: infer Role } ? Role : C['who'];
type Output<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined;

/** The part of a handler's input that depends on the least role: the caller and, for the team, the actor. */
type Asker<Least> = Least extends 'public' | 'signature'
  ? unknown
  : Least extends 'buyer'
    ? { caller: Caller | undefined }
    : Least extends 'team' | Permission
      ? { caller: Caller; actor: Actor }
      : { caller: Caller };

/** The input of a handler: the request as its contract describes it, and the dependencies. */
export type Asked<C extends Call> = {
  deps: Deps;
  sql: Sql;
  /** The Hono context, for requests and responses outside the contract, for example forms, redirects and files. */
  c: Context<ApiEnv>;
  params: { [Name in keyof C['params']]: Output<C['params'][Name]> };
  query: Output<C['query']>;
  body: Output<C['body']>;
} & Asker<LeastOf<C>>;

/**
 * The return value of a handler: the contract's type, or JSON from the database with the same shape. A `Response` is sent unchanged: a
 * file, a page, a redirect, or a response that the handler caches itself.
 */
type Answer<C extends Call> = (C['answer'] extends v.GenericSchema ? v.InferInput<C['answer']> | Json : never) | Response;

export type Handlers<All extends Calls> = { readonly [Key in keyof All]: (asked: Asked<All[Key]>) => Promise<Answer<All[Key]>> };

/**
 * Checks the contracts at compile time: each key is a route, each `:name` has a schema, and only calls with a known person have a limit per
 * person.
 */
type Complete<All extends Calls> = {
  [Key in keyof All]: Key extends Route ? WithParams<PathParams<Key>> & WithLimit<LeastOf<All[Key]>> : never;
};
type WithParams<Name extends string> = [Name] extends [never] ? { params?: never } : { params: Record<Name, v.GenericSchema> };
type WithLimit<Least> = Least extends 'public' | 'signature' | 'buyer' ? { limit?: { person?: never } } : unknown;

function acceptParams(schemas: Call['params'], given: Readonly<Record<string, string>>): Record<string, string> {
  const params: Record<string, string> = {};
  for (const name in schemas) {
    const result = v.safeParse(schemas[name] as v.GenericSchema<unknown, string>, given[name]);
    if (!result.success) throw new AppError('not_found');
    params[name] = result.output;
  }
  return params;
}

/** Counts one use for the network and, if the limit says so, for the person whom `guard` let in. */
const count = async (c: Context<ApiEnv>, key: string, { person, ...limit }: NonNullable<Call['limit']>): Promise<void> =>
  await countUse(
    c.get('deps'),
    key,
    { ...limit, ...(person === undefined ? {} : { person }) },
    { address: addressOf(c), ...(person === undefined ? {} : { person: c.get('caller').uid }) },
  );

/**
 * Returns the routes of `calls`. `guard` has already checked the caller. Each route validates parameters, query and body, counts the limit,
 * runs its handler and checks the response against the contract.
 */
export function handle<const All extends Calls>(calls: All & Complete<All>, handlers: Handlers<All>): (deps: Deps) => Hono<ApiEnv> {
  return ({ answers }) => {
    const router = newRouter();
    for (const [key, call] of Object.entries<Call>(calls)) {
      const [method = '', path = ''] = key.split(' ');
      const { query, body, limit, answer, kept } = call;
      const work = handlers[key as keyof All] as (asked: object) => Promise<unknown>;
      const copies = kept && answers.keep(kept);
      router.on(method, path, async (c) => {
        const deps = c.get('deps');
        const caller = c.get('caller');
        const request = {
          params: acceptParams(call.params, c.req.param()),
          query: query && accept(query, c.req.query()),
          body: body && accept(body, await readJson(c)),
        };
        if (limit) await count(c, key, limit);
        const ask = () => work({ deps, sql: deps.data.sql, c, caller, actor: caller && actorOf(c), ...request });
        const check = (made: unknown) => (answer ? v.parse(answer, made) : made);
        if (kept && copies) return answerFrom(c, await copies.get(JSON.stringify(request), async () => check(await ask())), kept.about);
        const made = await ask();
        if (made instanceof Response) return made;
        return made === null ? c.body(null, 204) : c.json(check(made));
      });
    }
    return router;
  };
}
