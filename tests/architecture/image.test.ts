import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('on the way from the shell’s servers to the API nobody is forgotten: what they say of the visitor is believed', () => {
  const way = /^http:\/\/edge:8080 \{[\s\S]*?^\}/m.exec(read('.container/Caddyfile'))?.[0];
  expect(way).toContain('trusted_proxies private_ranges');
});

test('the image holds what is named, and nothing of the history', () => {
  const last =
    read('.container/Containerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  const sources = [...last.matchAll(/^(?:COPY|ADD) (?:--from=\w+ )?(\S+)/gm)].map(([, source = '']) => source);
  expect(sources.length).toBeGreaterThan(10);
  expect(sources.filter((source) => /^[./]*$|\.git/.test(source))).toEqual([]);
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', '.env']));
});
