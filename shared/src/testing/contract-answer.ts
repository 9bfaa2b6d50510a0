import * as v from 'valibot';
import { endpoints } from '../contracts/endpoints.ts';

/** `answer` as the contract of `endpoint` has it. Throws when the API could not answer so: the test would prove a screen that does not exist. */
export function parseAnswer(endpoint: keyof typeof endpoints, answer: unknown): unknown {
  const result = v.safeParse(endpoints[endpoint].answer as v.GenericSchema, answer);
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'the answer'}: ${issue.message}`);
  throw new Error(`the test's answer to ${endpoint} breaks its contract: ${problems.join('; ')}`);
}

/** The endpoint that answers `method` at `pathname`, or undefined where no JSON is answered. */
export function findEndpoint(method: string, pathname: string): keyof typeof endpoints | undefined {
  const parts = pathname.split('/');
  return (Object.keys(endpoints) as (keyof typeof endpoints)[]).find((endpoint) => {
    const [verb, pattern = ''] = endpoint.split(' ');
    const names = pattern.split('/');
    return verb === method && names.length === parts.length && names.every((name, at) => name.startsWith(':') || name === parts[at]);
  });
}
