import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENTS = globSync(['*.md', '.env.example', '.container/*.{md,example}', '{api,mfe-*,shared,shell,tests}/*.md'], { cwd: ROOT });
/** TypeScript for the machine's own Node, which may be too old to run it: not for that of the repository, nor for a container's. */
const RUN_BY_ANY_NODE = /(?<!bin\/|exec \S+ )\bnode (?:-\S+ )*[\w./-]+\.ts\b/g;

test('what a document has one run works with the oldest Node that it allows', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(12);
  const found = DOCUMENTS.flatMap((file) =>
    (readFileSync(join(ROOT, file), 'utf8').match(RUN_BY_ANY_NODE) ?? []).map((command) => `${file}: ${command}`),
  );
  expect(found).toEqual([]);
});
