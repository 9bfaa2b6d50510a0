/**
 * Leaves out of the federation runtime what no page of ours reaches. Manifests are switched off with the runtime's own flag
 * (`FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN`), which keeps the code that reads them; entries are loaded by our `loadEntry`
 * (`shell/src/federation/container-script.ts`), never by the runtime itself, and preloaded by our own `preload.ts`;
 * a remote that was registered stays. A call of it throws an error. Errors keep their codes and lose their sentences.
 */
const LEAN: Readonly<Record<string, (source: string) => string>> = {
  'runtime-core/dist/plugins/snapshot/SnapshotHandler.js': () => `
    export { DisabledSnapshotHandler as SnapshotHandler } from './disabled.js';
    export const getGlobalRemoteInfo = () => ({});`,
  'runtime-core/dist/utils/preload.js': () =>
    leftOut(['defaultPreloadArgs', 'formatPreloadArgs', 'normalizePreloadExposes', 'preloadAssets']),
  'runtime-core/dist/utils/load.js': (source) =>
    `${leftOut([])}\n${source.replace('? loadEntryDom({', '? leftOut({').replace(': loadEntryNode({', ': leftOut({')}`,
  'runtime-core/dist/remote/index.js': (source) =>
    `${leftOut([])}\n${source
      .replace(/^\tasync preloadRemote\(.*?^\t\}$/ms, '\tpreloadRemote() { return leftOut(); }')
      .replace(/^\tremoveRemote\(.*?^\t\}$/ms, '\tremoveRemote() { return leftOut(); }')}`,
  'sdk/dist/dom.js': () => leftOut(['createLink', 'createScript', 'isStaticResourcesEqual', 'loadScript', 'safeWrapper']),
  'sdk/dist/logger.js': () => `
    const logger = console;
    export { logger, logger as infrastructureLogger };
    export const createLogger = () => console;
    export const createInfrastructureLogger = createLogger;
    export const bindLoggerToCompiler = () => {};`,
  'error-codes/dist/desc.mjs': () => `
    export const runtimeDescMap = {};
    export { runtimeDescMap as buildDescMap, runtimeDescMap as errorDescMap, runtimeDescMap as typeDescMap };`,
};

function leftOut(names: readonly string[]): string {
  return [
    `const leftOut = () => { throw new Error('left out of this build, see lean-federation-loader.ts'); };`,
    ...names.map((name) => `export const ${name} = leftOut;`),
  ].join('\n');
}

/** The files that this loader is for; a build begins by looking whether they are those that it was written for (`rewritten-files.ts`). */
export const FEDERATION_FILES =
  /@module-federation\/(?:runtime-core\/dist\/(?:plugins\/snapshot\/SnapshotHandler|remote\/index|utils\/(?:preload|load))\.js|sdk\/dist\/(?:dom|logger)\.js|error-codes\/dist\/desc\.mjs)$/;

export default function leanFederationLoader(this: { resourcePath: string }, source: string): string {
  const file = Object.keys(LEAN).find((name) => this.resourcePath.endsWith(`/@module-federation/${name}`));
  return (file && LEAN[file]?.(source)) ?? source;
}
