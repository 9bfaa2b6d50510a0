import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import webpack, { type Compiler } from 'webpack';
import { LICENCES_FILE } from './rooms.ts';

const NAME = 'LicencesPlugin';

const MODULES = `${sep}node_modules${sep}`;
const LICENCE = /^(licen[cs]e|copying|copyright|notice)/i;
const RULE = `\n\n${'-'.repeat(80)}\n\n`;
/** All Apache-2.0 packages have the same licence text and some leave it out. Use this copy for them. */
const APACHE = fileURLToPath(import.meta.resolve('typescript/package.json')).replace('package.json', 'LICENSE.txt');

/** Returns the folder of the package that `file` belongs to, or null for our own files. */
function packageOf(file: string): string | null {
  const start = file.lastIndexOf(MODULES) + MODULES.length;
  if (start < MODULES.length) return null;
  const [first = '', second = ''] = file.slice(start).split(sep);
  return file.slice(0, start) + (first.startsWith('@') ? join(first, second) : first);
}

const textsIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE.test(entry.name))
    .map(({ name }) => `${name}\n\n${readFileSync(join(folder, name), 'utf8').trim()}`);

/** Returns the licence texts of the packages that contain these files, each text once. Throws for a package without a licence. */
function licencesOf(files: Iterable<string>): string {
  const folders = new Map<string, Set<string>>();
  for (const file of files) {
    const home = packageOf(file);
    // Fonts and decoders inside a package have their own licence files.
    if (home) folders.set(home, (folders.get(home) ?? new Set([home])).add(dirname(file)));
  }
  const packages = [...folders].map(([home, places]) => {
    const { name, version, license, author } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    const texts = [...places].flatMap(textsIn);
    if (texts.length === 0 && license === 'Apache-2.0' && existsSync(APACHE)) texts.push(readFileSync(APACHE, 'utf8').trim());
    if (texts.length === 0) throw new Error(`${name} has no text of its licence`);
    const by = typeof author === 'string' ? author : author?.name;
    return { title: `${name} ${version}, ${license}${by ? `, ${by}` : ''}`, text: texts.join('\n\n') };
  });
  const byText = Map.groupBy(
    packages.toSorted((a, b) => (a.title < b.title ? -1 : 1)),
    ({ text }) => text,
  );
  return [...byText].map(([text, those]) => `${those.map(({ title }) => title).join('\n')}\n\n${text}`).join(RULE) + RULE;
}

/** Writes the licences of all third-party code in a browser build into a file, because minified code has lost its notices. */
export class LicencesPlugin {
  apply(compiler: Compiler): void {
    const files = new Set<string>();
    // This hook also runs for child compilations, which build the style sheets and the files that they refer to.
    compiler.hooks.compilation.tap(NAME, (compilation) => {
      compilation.hooks.succeedModule.tap(NAME, (module) => {
        const resource = module.nameForCondition();
        if (resource?.includes(MODULES) && basename(resource) !== 'package.json') files.add(resource);
      });
    });
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.processAssets.tap({ name: NAME, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL }, () => {
        compilation.emitAsset(LICENCES_FILE, new webpack.sources.RawSource(licencesOf([...files].sort())));
      });
    });
  }
}
