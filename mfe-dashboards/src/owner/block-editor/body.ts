import type { ContentKey } from '@site/shared/contracts/content.ts';
import { savedBlocks } from '@site/shared/contracts/saved-content.ts';
import * as v from 'valibot';

/** A block's body as typed: it may not match its schema yet. */
export type Body = Readonly<Record<string, unknown>>;
export type Path = readonly (string | number)[];

/** Returns `value` with `part` at `path`. Everything else is unchanged and not copied. */
export function withPart(value: unknown, path: Path, part: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return part;
  if (Array.isArray(value)) return value.map((each, place) => (place === Number(step) ? withPart(each, rest, part) : each));
  const before = (value ?? {}) as Record<string, unknown>;
  return { ...before, [step]: withPart(before[step], rest, part) };
}

/** A problem of a field: a reason of the contract, and its limit where it has one. */
export type Problem = { readonly reason: string; readonly most: number | null };
/** Problems by the path of their field, such as `paragraphs.0.en`. */
export type Problems = Readonly<Record<string, Problem>>;

/** Returns the problems that the contract finds in a body. The API uses the same schema. */
export function problemsOf(key: ContentKey, body: Body): Problems {
  const result = v.safeParse<v.GenericSchema>(savedBlocks[key], body);
  const problems: Record<string, Problem> = {};
  for (const issue of result.issues ?? []) {
    const path = v.getDotPath(issue) ?? '';
    const reason = issue.type === 'check' ? issue.message : issue.type;
    problems[path] ??= { reason, most: typeof issue.requirement === 'number' ? issue.requirement : null };
  }
  return problems;
}
