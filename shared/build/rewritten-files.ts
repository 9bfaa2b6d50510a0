import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './rooms.ts';

/** The files of libraries that our loaders rewrite, as they were when the rewriting was written, and whose loader it is. */
const READ: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'pure-components-loader.ts': {
    'react-router/dist/production/index.mjs': '6baf2472e54e32f1',
    'react-router/dist/production/dom-export.mjs': 'a5fc08d6fcca6a0e',
    'react-router/dist/production/chunk-7RTFRKQW.mjs': '6b14f8c6dc36dfcf',
    'react-router/dist/production/chunk-IAM5GYT3.mjs': '67039b100981242d',
  },
  'pdfjs-address-loader.ts': {
    'pdfjs-dist/legacy/build/pdf.mjs': '2792b7c390ad6d5f',
    'pdfjs-dist/legacy/build/pdf.worker.min.mjs': 'b4c8353ded0d88d2',
  },
};

/**
 * Throws when a library below `modules` is another one than a loader was written for: what it cuts out or mends would stay in, and
 * nothing would say so. Then read the new file, correct the loader, and write the digest that the error names.
 */
export function checkRewrittenFiles(modules: string = join(ROOT, 'node_modules')): void {
  for (const [loader, files] of Object.entries(READ))
    for (const [file, digest] of Object.entries(files)) {
      const path = join(modules, file);
      const found = existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16) : 'not there';
      if (found !== digest) throw new Error(`${file} is not what shared/build/${loader} was written for (${digest}): it is ${found}`);
    }
}
