import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkRewrittenFiles } from './rewritten-files.ts';
import { ROOT } from './rooms.ts';

test('a library that is another one than a loader was written for ends the build', () => {
  checkRewrittenFiles();
  const modules = mkdtempSync(join(tmpdir(), 'modules-'));
  try {
    expect(() => checkRewrittenFiles(modules)).toThrow('is not what shared/build/pure-components-loader.ts was written for');
    for (const [name, folder] of [
      ['react-router', 'dist'],
      ['pdfjs-dist', 'legacy'],
    ] as const)
      cpSync(join(ROOT, 'node_modules', name, folder), join(modules, name, folder), { recursive: true });
    checkRewrittenFiles(modules);
    appendFileSync(join(modules, 'react-router/dist/production/index.mjs'), '//');
    expect(() => checkRewrittenFiles(modules)).toThrow(
      'react-router/dist/production/index.mjs is not what shared/build/pure-components-loader.ts',
    );
  } finally {
    rmSync(modules, { recursive: true });
  }
});
