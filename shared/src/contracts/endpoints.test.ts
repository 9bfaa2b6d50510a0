import type * as v from 'valibot';
import { expect, test } from 'vitest';
import { BODY_BYTES } from './calls.ts';
import { contentBlocks } from './content.ts';
import { callsByDomain, type Endpoint, endpoints } from './endpoints.ts';

type Action = { type: string; requirement?: unknown; pipe?: readonly [Action, ...Action[]] };
type Schema = v.GenericSchema & {
  entries?: Record<string, Schema>;
  pipe?: readonly [Action, ...Action[]];
  item?: Schema;
  items?: readonly Schema[];
  options?: readonly unknown[];
  wrapped?: Schema;
  key?: Schema;
  value?: Schema;
};

/** Returns the first action that processes a text. Actions of a nested pipe run before the others. */
const firstAction = ([schema, next]: readonly [Action, ...Action[]]): Action | undefined => (schema.pipe ? firstAction(schema.pipe) : next);

/** Returns whether the action stops after a fixed number of characters, however long the text is. */
function stopsSoon(action: Action | undefined): boolean {
  if (!action) return false;
  const { type, requirement } = action;
  if (type === 'max_length' || type === 'length') return true;
  const isPattern = requirement instanceof RegExp && requirement.source.startsWith('^');
  return isPattern && !/[*+]|\{\d+,\}/.test(requirement.source.replace(/\[[^\]]*\]|\\./g, ''));
}

/** Returns the paths of texts in `schema` that an action processes before their length is checked. */
function unmeasuredTexts(schema: Schema, path: string): string[] {
  const { entries, pipe, item, items, options, wrapped, key, value } = schema;
  if (schema.type === 'string') return pipe && stopsSoon(firstAction(pipe)) ? [] : [path];
  return [
    ...Object.entries(entries ?? {}).flatMap(([name, entry]) => unmeasuredTexts(entry, `${path}.${name}`)),
    ...[item, wrapped, key, value, ...(items ?? []), ...((schema.type === 'picklist' ? [] : options) ?? [])].flatMap((part) =>
      part ? unmeasuredTexts(part as Schema, path) : [],
    ),
  ];
}

const calls = Object.entries<Endpoint>(endpoints);
const requests = calls.flatMap(([name, { query, body }]) => [
  { name: `${name} query`, schema: query as Schema | undefined },
  { name: `${name} body`, schema: body as Schema | undefined },
]);
const blocks = Object.entries(contentBlocks).map(([name, schema]) => ({ name, schema: schema as unknown as Schema }));

test('every text of every request has a length limit that is checked first', () => {
  expect([...requests, ...blocks].flatMap(({ name, schema }) => (schema ? unmeasuredTexts(schema, name) : []))).toEqual([]);
});

const UNIT_BYTES = 3;
/** The longest text that matches a pattern without repetition. */
const PATTERN_UNITS = 100;

/** Returns the most units or items that pass through a pipe, or Infinity. */
function mostOf([schema, ...actions]: readonly [Action, ...Action[]]): number {
  const most = actions.map((action) =>
    typeof action.requirement === 'number' && stopsSoon(action) ? action.requirement : stopsSoon(action) ? PATTERN_UNITS : Infinity,
  );
  return Math.min(...most, schema.pipe ? mostOf(schema.pipe) : Infinity);
}

/** Returns the size in bytes of the longest JSON that `schema` accepts, or Infinity if only the body's limit ends it. */
function longestJson(schema: Schema): number {
  const { type, entries, pipe, item, items, options, wrapped, value } = schema;
  const most = pipe ? mostOf(pipe) : Infinity;
  if (type === 'string') return (pipe?.some(({ requirement }) => String(requirement).includes('A-Za-z0-9+/')) ? 1 : UNIT_BYTES) * most + 2;
  if (item) return most * (longestJson(item) + 1) + 2;
  if (entries) return Object.entries(entries).reduce((sum, [name, entry]) => sum + name.length + 4 + longestJson(entry), 2);
  if (wrapped) return longestJson(wrapped);
  if (type === 'picklist') return Math.max(...(options ?? []).map((option) => String(option).length)) + 2;
  if (items ?? options) return Math.max(...((items ?? options) as Schema[]).map(longestJson));
  return value ? Infinity : 24;
}

test('every body that a contract accepts fits the size limit of its call', () => {
  const bodies = calls.flatMap(([name, call]) =>
    call.body ? [{ name, longest: longestJson(call.body as Schema), most: call.bodyBytes ?? BODY_BYTES }] : [],
  );
  expect(bodies.filter(({ longest, most }) => longest !== Infinity && longest > most)).toEqual([]);
  // A post and a checkout are limited only by the size of their body.
  const endless = bodies.filter(({ longest }) => longest === Infinity).map(({ name }) => name);
  expect(endless.toSorted()).toEqual(['POST /api/create-checkout-session', 'PUT /api/admin/posts/:id/drafts/:locale']);
});

test('no two domains describe the same route', () => {
  const routes = callsByDomain.flatMap((calls) => Object.keys(calls));
  expect(routes.filter((route, at) => routes.indexOf(route) !== at)).toEqual([]);
});
