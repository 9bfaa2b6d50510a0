import pureComponentsLoader, { ROUTER_BUILD, ROUTER_FILES } from '@site/shared/build/pure-components-loader.ts';

/** The router as browsers run it: the build, as our loader rewrites it. A plugin of Vite. */
export const browserRouter = {
  name: 'browser-router',
  enforce: 'pre' as const,
  resolveId: (id: string): string | undefined => ROUTER_BUILD[id as keyof typeof ROUTER_BUILD],
  transform: (code: string, id: string): string | undefined => (ROUTER_FILES.test(id) ? pureComponentsLoader(code) : undefined),
};
