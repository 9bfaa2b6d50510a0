import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createStyleReader } from './page-styles.ts';

const folder = mkdtempSync(join(tmpdir(), 'semente-styles-'));
const [assets, releases] = [join(folder, 'assets'), join(folder, 'releases')];
const release = join(releases, 'mfe-shop', 'c0ffee', 'client');
mkdirSync(assets);
mkdirSync(release, { recursive: true });
writeFileSync(join(assets, 'main.1.css'), 'a{color:red}');
writeFileSync(join(assets, 'evil.css'), 'a{content:"</style><script>"}');
writeFileSync(join(release, 'page.css'), 'b{color:blue}');
writeFileSync(join(folder, 'secret.css'), 'secret');
afterAll(() => rmSync(folder, { recursive: true }));

const textOf = createStyleReader({ assets, releases });

it('the stylesheets of shell and releases are inlined into the page', () => {
  expect(textOf('/_s/main.1.css')).toBe('a{color:red}');
  expect(textOf('/_r/mfe-shop/c0ffee/page.css')).toBe('b{color:blue}');
});

it('a stylesheet that cannot be read is linked, and the next page tries again to inline it', () => {
  expect(textOf('/_s/late.css')).toBeNull();
  writeFileSync(join(assets, 'late.css'), 'i{}');
  expect(textOf('/_s/late.css')).toBe('i{}');
});

it.each(['/_s/../secret.css', '/_r/mfe-shop/../../secret.css', '/_r/../c0ffee/secret.css', 'https://elsewhere.example/a.css'])(
  'a stylesheet outside the allowed folders is not read: %s',
  (href) => {
    expect(textOf(href)).toBeNull();
  },
);

it('a stylesheet that contains the end tag of its element is not inlined', () => {
  expect(textOf('/_s/evil.css')).toBeNull();
});
