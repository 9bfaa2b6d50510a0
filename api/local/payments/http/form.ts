import { invalid } from '../errors.ts';

/** Stripe's bracketed form as a tree. Lists are nodes with the keys 0, 1, … */
export type FormNode = string | { readonly [key: string]: FormNode };

type Branch = { [key: string]: string | Branch };

const MAX_DEPTH = 10;
const newBranch = (): Branch => Object.create(null) as Branch;

/**
 * Parses forms such as `a[b][0][c]=1` and `a[]=x`. Throws Stripe's error when a name is both a value and a branch, or is nested too deeply.
 */
export function decodeForm(text: string): { readonly [key: string]: FormNode } {
  const root = newBranch();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    if (path.length > MAX_DEPTH) throw invalid(`Invalid parameter: ${name} is nested too deeply.`, name);
    const last = path.pop() ?? '';
    let node = root;
    for (const step of path) {
      const key = step || String(Object.keys(node).length);
      const next = node[key] ?? newBranch();
      if (typeof next === 'string') throw invalid(`Invalid object: ${name} is both a value and an object.`, name);
      node[key] = next;
      node = next;
    }
    const key = last || String(Object.keys(node).length);
    if (typeof node[key] === 'object') throw invalid(`Invalid object: ${name} is both a value and an object.`, name);
    node[key] = value;
  }
  return root;
}
