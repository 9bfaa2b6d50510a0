import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENTS = globSync(['*.md', '.env.example', '.container/*.{md,example}', '{api,mfe-*,shared,shell,tests}/*.md'], { cwd: ROOT });
/**
 * Matches a command that runs TypeScript with the machine's own Node, which may be too old. The Node of the repository and of a container
 * can run TypeScript.
 */
const RUN_BY_ANY_NODE = /(?<!bin\/|exec \S+ )\bnode (?:-\S+ )*[\w./-]+\.ts\b/g;

test('every command in a document works with the oldest supported Node', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(12);
  const found = DOCUMENTS.flatMap((file) =>
    (readFileSync(join(ROOT, file), 'utf8').match(RUN_BY_ANY_NODE) ?? []).map((command) => `${file}: ${command}`),
  );
  expect(found).toEqual([]);
});
