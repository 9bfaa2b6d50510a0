import { type ContentKey, contentBlocks } from '@site/shared/contracts/content.ts';
import * as v from 'valibot';

/** A block's words as they are typed: what its schema says, or not yet. */
export type Body = Readonly<Record<string, unknown>>;
export type Path = readonly (string | number)[];

/** `value` with `part` at `path`; nothing else is changed, nor copied. */
export function withPart(value: unknown, path: Path, part: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return part;
  if (Array.isArray(value)) return value.with(Number(step), withPart(value[Number(step)], rest, part));
  const before = (value ?? {}) as Record<string, unknown>;
  return { ...before, [step]: withPart(before[step], rest, part) };
}

/** Whether both say the same, whatever the order in which they name it. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const [ones, others] = [Object.entries(one), Object.entries(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    ones.length === others.length &&
    ones.every(([name, part]) => Object.hasOwn(other, name) && isSame(part, (other as Record<string, unknown>)[name]))
  );
}

/** What is wrong with a field: a reason of the contract, and its number where it has one. */
export type Problem = { readonly reason: string; readonly most: number | null };
/** By path, such as `paragraphs.0.en`. */
export type Problems = Readonly<Record<string, Problem>>;

/** What its contract refuses of a body: the same schema that the API asks. */
export function problemsOf(key: ContentKey, body: Body): Problems {
  const result = v.safeParse<v.GenericSchema>(contentBlocks[key], body);
  const problems: Record<string, Problem> = {};
  for (const issue of result.issues ?? []) {
    const path = v.getDotPath(issue) ?? '';
    const reason = issue.type === 'check' ? issue.message : issue.type;
    problems[path] ??= { reason, most: typeof issue.requirement === 'number' ? issue.requirement : null };
  }
  return problems;
}

export type Difference = { readonly path: Path; readonly before: string | null; readonly after: string | null };

function leavesOf(value: unknown, path: Path, leaves: Map<string, { path: Path; words: string }>): void {
  if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) leavesOf(part, [...path, Array.isArray(value) ? Number(name) : name], leaves);
  } else if (value !== null && value !== '' && path.at(-1) !== 'id') {
    leaves.set(path.join('.'), { path, words: String(value) });
  }
}

/** Every field whose words differ, in the order of the newer body. */
export function differencesOf(before: Body, after: Body): Difference[] {
  const olds = new Map<string, { path: Path; words: string }>();
  const news = new Map<string, { path: Path; words: string }>();
  leavesOf(before, [], olds);
  leavesOf(after, [], news);
  const changed = [...news].flatMap(([place, { path, words }]) => {
    const old = olds.get(place)?.words ?? null;
    return old === words ? [] : [{ path, before: old, after: words }];
  });
  const gone = [...olds].flatMap(([place, { path, words }]) => (news.has(place) ? [] : [{ path, before: words, after: null }]));
  return [...changed, ...gone];
}
