import type { ReleaseRegistry } from '@site/shared/federation/registry.ts';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';

export const RELOAD_PATH = '/_dev/reload';

/** Script for development: reloads the page when a release went live or this server has restarted. */
export const RELOAD_SCRIPT = `(()=>{let o=false;const s=new EventSource('${RELOAD_PATH}');s.onopen=()=>{if(o)location.reload();o=true};s.onmessage=()=>location.reload()})();`;

const LOOK_EVERY_MS = 300;

/** Streams an event to the page when the registry changes. Ends when the server stops. */
export const reloadStream = (context: Context, registry: () => ReleaseRegistry, isReady: () => boolean): Response =>
  streamSSE(context, async (stream) => {
    const shown = registry();
    await stream.write(': listening\n\n');
    while (isReady() && !stream.aborted) {
      await stream.sleep(LOOK_EVERY_MS);
      if (registry() !== shown) return await stream.writeSSE({ data: 'changed' });
      // An event at intervals keeps the connection open, because an idle connection would be closed.
      await stream.write(':\n\n');
    }
  });
