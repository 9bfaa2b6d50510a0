import * as v from 'valibot';
import { endpoints } from '../contracts/endpoints.ts';

/**
 * Returns `answer` parsed by the contract of `endpoint`. Throws if the API could not return this answer, because the test would then check
 * a screen that no visitor ever sees.
 */
export function parseAnswer(endpoint: keyof typeof endpoints, answer: unknown): unknown {
  const result = v.safeParse(endpoints[endpoint].answer as v.GenericSchema, answer);
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'the answer'}: ${issue.message}`);
  throw new Error(`the test's answer to ${endpoint} breaks its contract: ${problems.join('; ')}`);
}

/** Returns the endpoint for `method` at `pathname`; undefined if it has no JSON answer. */
export function findEndpoint(method: string, pathname: string): keyof typeof endpoints | undefined {
  const parts = pathname.split('/');
  return (Object.keys(endpoints) as (keyof typeof endpoints)[]).find((endpoint) => {
    const [verb, pattern = ''] = endpoint.split(' ');
    const names = pattern.split('/');
    return verb === method && names.length === parts.length && names.every((name, at) => name.startsWith(':') || name === parts[at]);
  });
}
