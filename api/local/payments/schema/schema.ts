import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { invalid, StripeApiError } from '../errors.ts';
import type { FormNode } from '../http/form.ts';
import type { JsonSchema, StripeSchema } from './json-schema.ts';
import type { StripeRequests } from './roots.ts';

export type RequestName = keyof StripeRequests;

const schema = JSON.parse(readFileSync(new URL('stripe.generated.json', import.meta.url), 'utf8')) as StripeSchema;
// Optimizing the validators would take nearly as long as compiling them, on each start.
const ajv = new Ajv({ strict: false, allErrors: true, code: { optimize: false } });
ajv.addSchema({ $id: 'stripe', $defs: schema.$defs });
const validators = new Map<string, ValidateFunction>();

function validatorOf(reference: string): ValidateFunction {
  const known = validators.get(reference);
  if (known) return known;
  const validate = ajv.compile({ $ref: `stripe${reference}` });
  validators.set(reference, validate);
  return validate;
}

/** Compiles the validators of all responses in advance. Compiling takes a third of a second, and no caller should wait for it. */
export function prepareChecks(): void {
  for (const reference of [...Object.values(schema.objects), ...Object.values(schema.events)]) validatorOf(reference);
}

function problemsOf(reference: string | undefined, value: unknown, name: string): string[] {
  if (!reference) return [`${name} is not in the schema`];
  const validate = validatorOf(reference);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => `${name}${instancePath} ${message} ${JSON.stringify(params)}`);
}

/** Returns the problems of a response of the API (an object, a list or an event) according to the SDK's types. Empty when it is valid. */
export function answerProblems(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null || !('object' in answer)) return ['the answer has no `object`'];
  if (answer.object === 'list' && 'data' in answer && Array.isArray(answer.data)) return answer.data.flatMap(answerProblems);
  if (answer.object === 'event' && 'type' in answer) {
    const type = String(answer.type);
    return problemsOf(schema.events[type], answer, type);
  }
  const kind = String(answer.object);
  return problemsOf(schema.objects[kind], answer, kind);
}

/** Throws an `api_error` when a response or event does not match the SDK's types. Such an error is a fault of this stand-in. */
export function assertAnswer(answer: unknown): void {
  const problems = answerProblems(answer);
  if (problems.length === 0) return;
  throw new StripeApiError(500, { type: 'api_error', message: `The local Stripe made a wrong answer: ${problems.slice(0, 5).join('; ')}` });
}

function definition(node: JsonSchema): JsonSchema {
  if (!node.$ref) return node;
  const name = node.$ref.slice(node.$ref.lastIndexOf('/') + 1);
  const found = schema.$defs[name];
  if (!found) throw new Error(`the schema has no ${name}`);
  return definition(found);
}

function coerceObject(node: JsonSchema, value: FormNode, path: string): unknown {
  if (typeof value === 'string') throw invalid('Invalid object', path);
  const entries = Object.entries(value).map(([key, child]) => {
    const name = path ? `${path}[${key}]` : key;
    // `hasOwn`, so that inherited names such as `constructor` are not found.
    const expected = node.properties && Object.hasOwn(node.properties, key) ? node.properties[key] : node.additionalProperties;
    if (!expected) throw invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
    return [key, coerce(expected, child, name)];
  });
  for (const name of node.required ?? []) {
    const param = path ? `${path}[${name}]` : name;
    if (!(name in value)) throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing');
  }
  return Object.fromEntries(entries);
}

function coerceUnion(members: JsonSchema[], value: FormNode, path: string): unknown {
  const nested = typeof value === 'object';
  let firstProblem: unknown = invalid('Invalid value', path);
  let isFirst = true;
  for (const member of members) {
    const { type } = definition(member);
    // When no member of a union accepts a value, only the errors of members that are nested like the value are useful.
    if (nested !== (type === 'object' || type === 'array')) continue;
    try {
      return coerce(member, value, path);
    } catch (problem) {
      if (isFirst) firstProblem = problem;
      isFirst = false;
    }
  }
  throw firstProblem;
}

function coerceText(node: JsonSchema, value: FormNode, path: string): unknown {
  if (typeof value !== 'string') throw invalid(`Invalid ${node.type ?? 'value'}`, path);
  if (node.enum) {
    if (node.enum.includes(value)) return value;
    throw invalid(`Invalid ${path}: must be one of ${node.enum.join(', ')}`, path);
  }
  if (node.const !== undefined) {
    if (String(node.const) === value) return node.const;
    throw invalid(`Invalid ${path}: must be ${node.const}`, path);
  }
  if (node.type === 'number') {
    if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value);
    throw invalid(`Invalid integer: ${value}`, path, 'parameter_invalid_integer');
  }
  if (node.type === 'boolean') {
    if (value === 'true' || value === 'false') return value === 'true';
    throw invalid(`Invalid boolean: ${value}`, path);
  }
  if (node.type === 'null') {
    if (value === '') return null;
    throw invalid(`Invalid ${path}`, path);
  }
  return value;
}

function coerce(schemaNode: JsonSchema, value: FormNode, path: string): unknown {
  const node = definition(schemaNode);
  if (node.anyOf) return coerceUnion(node.anyOf, value, path);
  if (node.type === 'object') return coerceObject(node, value, path);
  if (node.type === 'array') {
    if (typeof value === 'string') throw invalid('Invalid array', path);
    const items = node.items ?? {};
    return Object.values(value).map((item, index) => coerce(items, item, `${path}[${index}]`));
  }
  return coerceText(node, value, path);
}

/** Returns the typed parameters of a call. Rejects unknown, missing and invalid ones like Stripe does. */
export function readParameters<R extends RequestName>(name: R, form: FormNode): StripeRequests[R] {
  // The cast is safe: the schema was generated from exactly this type, and `coerce` returns only values that it allows.
  return coerce({ $ref: schema.requests[name] ?? '' }, form, '') as StripeRequests[R];
}
