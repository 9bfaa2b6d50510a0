import { createHash } from 'node:crypto';
import webpack, { type Chunk, type Compilation, type Compiler } from 'webpack';

/** The hooks of webpack's script loader, whose type the package does not export. */
type ScriptLoader = {
  getCompilationHooks(compilation: Compilation): {
    createScript: { tap(name: string, fn: (source: string, chunk: Chunk) => string): void };
  };
};

const NAME = 'ChunkIntegrityPlugin';
const placeOf = (id: Chunk['id']): string => `@digest of ${id}@`;

/**
 * Writes the digests of all scripts that a remote may load later into its entry (Subresource Integrity). The page knows the entry's own
 * digest, so only released code can run. SHA-256 is enough here and a third shorter than SHA-384.
 *
 * Style sheets that load later have no digest: digests do not compress, and every first visit would download those of pages that may never
 * be opened.
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
          // Modules that a remote gets from the shell form a chunk too, but without a script file.
          const isScript = (later: Chunk) => compilation.chunkGraph.getChunkModulesIterableBySourceType(later, 'javascript');
          const scripts = [...chunk.getAllAsyncChunks()].filter(isScript);
          const digests = Object.fromEntries(scripts.map(({ id }) => [id, placeOf(id)]));
          return `${source}\nscript.integrity = "sha256-" + ${JSON.stringify(digests)}[chunkId];`;
        });
      });
      // Runs after content hashes are computed. That is safe because the entry's name has no hash and no other file contains a digest.
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
