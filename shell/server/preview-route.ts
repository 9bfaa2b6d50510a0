import type { ReleaseRegistry } from '@site/shared/federation/registry.ts';
import { resolvePreferences } from '@site/shared/preferences/resolve-preferences.ts';
import { LANGUAGE_PARAM } from '@site/shared/texts/language-address.ts';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { pageOfPreview, previewAddress, previewVersion } from '../src/head/preview.ts';
import type { Renderer } from '../src/server/render.tsx';
import { FOR_EVER, notFound, type ShellEnv, unavailable } from './answers.ts';
import type { WatchedBrand } from './brand.ts';
import { createPreviews } from './previews.ts';

export type PreviewRouteOptions = {
  log: Logger;
  brand: WatchedBrand;
  renderer: Pick<Renderer, 'previewOf'>;
  registry: () => ReleaseRegistry;
  /** Returns the bytes at a path of the site, or null. */
  read: (path: string) => Promise<Uint8Array | null>;
  siteUrl: string;
  /** The folder of the drawn pictures. */
  folder: string;
};

/**
 * Serves link-preview pictures. The server draws a picture only for an existing page and only under the current version. Otherwise anybody
 * could make the server draw any number of pictures.
 */
export function previewRoute({ log, brand, renderer, registry, read, siteUrl, folder }: PreviewRouteOptions): Hono<ShellEnv> {
  const previews = createPreviews({ read, folder, onError: (error) => log.warn({ err: error }, 'could not store a preview') });
  return new Hono<ShellEnv>().get('/og/*', async (context) => {
    const requestId = context.get('requestId');
    const path = pageOfPreview(context.req.path);
    if (!path) return notFound(context);
    const wishes = resolvePreferences({ addressed: context.req.query(LANGUAGE_PARAM), cookies: {}, acceptLanguage: undefined });
    const version = context.req.query('v') ?? '';
    const key = `${siteUrl} ${path} ${wishes.locale} ${version}`;
    const send = (bytes: Uint8Array<ArrayBuffer>, caching: string) =>
      context.body(bytes, 200, { 'content-type': 'image/png', 'cache-control': caching });
    const known = await previews.known(key);
    if (known) return send(known, FOR_EVER);
    try {
      const signed = await brand.get();
      const shown = await renderer.previewOf(path, { requestId, brand: signed, buildId: '', registry: registry(), wishes });
      if (!shown) return notFound(context);
      if (version === previewVersion(shown)) {
        const { bytes, isWhole } = await previews.draw(shown, signed, key);
        return send(bytes, isWhole ? FOR_EVER : 'no-store');
      }
      context.header('cache-control', 'public, max-age=300');
      return context.redirect(previewAddress(path, shown), 302);
    } catch (error) {
      log.warn({ err: error, requestId }, 'could not render a preview');
      return unavailable(context);
    }
  });
}
