import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const routerBuild = (file: string): string => join(dirname(fileURLToPath(import.meta.resolve('react-router'))), '../production', file);

/** react-router's package serves its development build to everybody; its production build has no export of its own. */
export const ROUTER_BUILD = { 'react-router': routerBuild('index.mjs'), 'react-router/dom': routerBuild('dom-export.mjs') } as const;

/** The production build's own file of everything that does not need a server. */
export const ROUTER_CORE = routerBuild('chunk-7RTFRKQW.mjs');

/** The files that this loader is for. */
export const ROUTER_FILES = /\/react-router\/dist\/production\/.+\.mjs$/;

/**
 * Marks what a library makes at its top level with React's makers (`forwardRef`, `createContext`, `memo`) as free of side
 * effects and takes out the names that only developer tools read: components that are not used are then dropped. For the router,
 * whose build marks nothing. Its server components, its instrumentation and its warnings, which it would ask for at run time, are
 * not there.
 * And a page whose file did not arrive is asked for again: the router would keep the failure for ever (`visitor-finds-the-way`).
 */
export default function pureComponentsLoader(source: string): string {
  return source
    .replace(/^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/*#__PURE__*/ $2')
    .replace(/^\w+\.displayName = "\w+";$/gm, '')
    .replace(/^(\s+if \()(?:this\.context\b|init\.instrumentations\b)/gm, '$1false')
    .replace(/^\s+(?:warning|warnOnce)\(\n[\s\S]*?\n\s+\);$/gm, '')
    .replace(/(lazyRoutePromise2)\.catch\(\(\) => \{\s*\}\)/, '$1.catch(() => lazyRouteFunctionCache.delete(routeToUpdate))')
    .replace(/^RenderErrorBoundary\.contextType = \w+;$/m, '');
}
