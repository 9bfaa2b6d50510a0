import { createHash } from 'node:crypto';
import webpack, { type Chunk, type Compilation, type Compiler } from 'webpack';

/** What webpack's own loader of scripts lets plugins add to it; the package does not export its type. */
type ScriptLoader = {
  getCompilationHooks(compilation: Compilation): {
    createScript: { tap(name: string, fn: (source: string, chunk: Chunk) => string): void };
  };
};

const NAME = 'ChunkIntegrityPlugin';
const placeOf = (id: Chunk['id']): string => `@digest of ${id}@`;

/**
 * Writes the digests of all scripts that a remote may load later into its entry, whose own digest the page knows: nothing runs
 * that was not released (Subresource Integrity). 256 bits are enough and a third shorter than 384. Styles that come later have none:
 * digests are what no compression makes smaller, and every first visit would carry those of pages that may never be opened.
 */
export class ChunkIntegrityPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      let isTapped = false;
      compilation.hooks.runtimeModule.tap(NAME, (module) => {
        if (isTapped || module.constructor.name !== 'LoadScriptRuntimeModule') return;
        isTapped = true;
        const { createScript } = (module.constructor as unknown as ScriptLoader).getCompilationHooks(compilation);
        createScript.tap(NAME, (source, chunk) => {
          // What remotes take from the shell is a chunk too, without a file.
          const isScript = (later: Chunk) => compilation.chunkGraph.getChunkModulesIterableBySourceType(later, 'javascript');
          const scripts = [...chunk.getAllAsyncChunks()].filter(isScript);
          const digests = Object.fromEntries(scripts.map(({ id }) => [id, placeOf(id)]));
          return `${source}\nscript.integrity = "sha256-" + ${JSON.stringify(digests)}[chunkId];`;
        });
      });
      // After names were made of contents: the entry has none, and no other file holds a digest.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, (assets) => {
        const [entry] = compilation.getAssets().filter(({ name }) => name === 'remoteEntry.js');
        let code = entry?.source.source().toString() ?? '';
        for (const { id, files } of compilation.chunks) {
          const script = [...files].find((file) => file.endsWith('.js'));
          const source = script && assets[script];
          if (source) code = code.replace(placeOf(id), createHash('sha256').update(source.buffer()).digest('base64'));
        }
        if (code.includes('@digest of ')) compilation.errors.push(new webpack.WebpackError('a script of this remote has no digest'));
        compilation.updateAsset('remoteEntry.js', new webpack.sources.RawSource(code));
      });
    });
  }
}
