import { LICENCES_FILE } from '@site/shared/build/rooms.ts';
import { CAMPAIGN_FRAME_PATH } from '@site/shared/federation/campaign-frame.ts';
import type { ReleaseRegistry } from '@site/shared/federation/registry.ts';
import { REMOTE_NAMES } from '@site/shared/federation/remote.ts';
import { FILE_NAME, VERSION } from '@site/shared/releases/names.ts';
import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import { iconAddress } from '../src/head/icon-address.ts';
import { FOR_EVER, notFound, type ShellEnv, unavailable } from './answers.ts';
import { assetAnswer } from './assets.ts';
import { createDownloadReports } from './audio-downloads.ts';
import type { WatchedBrand } from './brand.ts';
import { CAMPAIGN_FRAME, campaignFramePolicy } from './campaign-frame.ts';
import type { Environment } from './env.ts';
import type { Picture } from './kept-pictures.ts';
import type { LocalReleases } from './local-releases.ts';
import { SHOWN_BY_BROWSER, WORKER_MAY } from './security-headers.ts';
import { ARTWORK_PATH, createIcons, ICON_PATHS, licencesText, manifestOf, robotsText } from './site-files.ts';
import { createStoredFiles } from './stored-files.ts';
import { createStoredPictures } from './stored-pictures.ts';

const DAY = 'public, max-age=86400';
const SOON = 'public, max-age=300';
const PICTURE_FOLDERS = ['brand', 'covers', 'pictures', 'thumbnails'] as const;
/** The pattern of a version. Versions are short digests. Longer texts are not accepted, because they would only fill the memory. */
const PICTURE_VERSION = /^[\w-]{1,64}$/;
/** The pattern of a thumbnail's version. It is long enough not to match other bytes of the picture by chance. */
const THUMBNAIL_VERSION = /^[0-9a-f]{12}$/;
/** The pattern of an audio file's name: episode, version and extension. */
const AUDIO_FILE = /^[\w-]{1,64}[.]([0-9a-f]{12})[.](mp3|m4a)$/;
type FileRoutesOptions = {
  environment: Environment;
  log: Logger;
  brand: WatchedBrand;
  releases: LocalReleases;
  /** Folder of the shell's own client build. */
  assets: string;
  /** Returns the registry with the caller's releases. */
  registryFor: (context: Context) => ReleaseRegistry;
};

/** Serves files of the shell and of releases, pictures, and files that programs expect at fixed paths. */
export function fileRoutes({ environment, log, brand, releases, assets, registryFor }: FileRoutesOptions): Hono<ShellEnv> {
  const app = new Hono<ShellEnv>();
  const stored = createStoredPictures(environment.STORAGE_URL);
  const storedFile = createStoredFiles(environment.STORAGE_URL, log);
  const reportDownload = createDownloadReports({ apiUrl: environment.API_URL, siteUrl: environment.SITE_URL, log });
  const icons = createIcons(async (path) => {
    const answer = await app.request(path);
    if (!answer.ok && answer.status !== 404) throw new Error(`${path}: ${answer.status}`);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  });

  app.get('/_s/:file{[\\w.-]+}', async (context) => {
    const file = context.req.param('file');
    if (!FILE_NAME.test(file)) return notFound(context);
    // Pages rendered by an older shell still request its files.
    return assetAnswer(context, assets, file) ?? (await releasedFile(context, () => releases.folderOfShell(file), file));
  });
  app.get('/_r/:remote/:version{[0-9a-z]+}/:file{[\\w.-]+}', async (context) => {
    const { remote, version, file } = context.req.param();
    const name = REMOTE_NAMES.find((known) => known === remote);
    if (!name || !VERSION.test(version) || !FILE_NAME.test(file)) return notFound(context);
    const answer = await releasedFile(context, () => releases.clientOf(name, version), file);
    if (answer.ok) answer.headers.set('content-security-policy', WORKER_MAY);
    return answer;
  });
  // Pages link to their icon. This path is for programs that show a site's icon without reading a page.
  app.get('/favicon.ico', async (context) => {
    context.header('cache-control', SOON);
    return context.redirect(iconAddress((await brand.get()).version), 302);
  });
  for (const folder of PICTURE_FOLDERS)
    app.get(`/${folder}/:file{[\\w.-]+[.](?:avif|webp|jpg)}`, async (context) => {
      const version = context.req.query('v') ?? '';
      const file = context.req.param('file');
      // The version of a cover, a post's picture or a brand picture is part of its name, so each file never changes. The version in the
      // query proves nothing: anybody can write one.
      const isNamed = PICTURE_VERSION.test(version) && file.includes(`.${version}-`);
      let picture: Picture | null;
      try {
        picture = await stored(`${folder}/${file}`, isNamed);
      } catch (error) {
        log.warn({ err: error, requestId: context.get('requestId') }, 'could not load a picture');
        return unavailable(context);
      }
      if (!picture) return notFound(context);
      // A replaced thumbnail keeps its name, so the version is read from the file.
      const isForEver = isNamed || (THUMBNAIL_VERSION.test(version) && Buffer.from(picture.bytes.buffer).includes(version));
      // The JPEGs are for emails, which people read on other sites.
      if (file.endsWith('.jpg')) context.header('cross-origin-resource-policy', 'cross-origin');
      return context.body(picture.bytes, 200, { 'content-type': picture.type, 'cache-control': isForEver ? FOR_EVER : SOON });
    });

  // Serves the samples of books; see api/src/resources/shop/samples. The content security policy allows the browser's PDF viewer.
  app.get('/samples/:file{[a-z0-9-]+[.][0-9a-f]{12}[.]pdf}', (context) => {
    const file = context.req.param('file');
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': 'inline',
      'cache-control': DAY,
      'content-security-policy': SHOWN_BY_BROWSER,
      // Search engines should find the book's page instead.
      'x-robots-tag': 'noindex',
    };
    return storedFile(context, { key: `samples/${file}`, version: file.split('.')[1] ?? '', headers });
  });
  // Serves the audio of episodes. Apps and players of other sites load this address, and many of them need its extension.
  app.get('/audio/:file', async (context) => {
    const file = context.req.param('file');
    const [, version, extension] = AUDIO_FILE.exec(file) ?? [];
    if (!version || !extension) return notFound(context);
    const headers = {
      'content-type': extension === 'mp3' ? 'audio/mpeg' : 'audio/mp4',
      'cache-control': FOR_EVER,
      'content-security-policy': SHOWN_BY_BROWSER,
      'cross-origin-resource-policy': 'cross-origin',
    };
    const answer = await storedFile(context, { key: `audio/${file}`, version, headers });
    reportDownload(context, answer.status);
    return answer;
  });

  app.get(CAMPAIGN_FRAME_PATH, (context) => {
    context.header('content-security-policy', campaignFramePolicy(environment.SITE_URL));
    return context.html(CAMPAIGN_FRAME, 200, { 'cache-control': DAY });
  });

  app.get('/robots.txt', (context) => context.text(robotsText(environment.SITE_URL), 200, { 'cache-control': DAY }));
  app.get(`/${LICENCES_FILE}`, async (context) => {
    const remotes = Object.values(registryFor(context).remotes);
    const builds = await Promise.all(remotes.map(({ name, version }) => releases.clientOf(name, version).catch(() => null)));
    const text = await licencesText([assets, ...builds.filter((folder) => folder !== null)]);
    return context.text(text, 200, { 'cache-control': DAY });
  });
  app.get('/manifest.webmanifest', async (context) => {
    const shown = await brand.get();
    return context.body(JSON.stringify(manifestOf(shown)), 200, {
      'content-type': 'application/manifest+json',
      'cache-control': brandCaching(context, shown.version),
    });
  });
  for (const path of ICON_PATHS)
    app.get(path, async (context) => {
      const shown = await brand.get();
      try {
        // The podcast's artwork may be shown on other sites, because podcast players show it.
        if (path === ARTWORK_PATH) context.header('cross-origin-resource-policy', 'cross-origin');
        const caching = { 'content-type': 'image/png', 'cache-control': brandCaching(context, shown.version) };
        return context.body(await icons(path, shown), 200, caching);
      } catch (error) {
        log.warn({ err: error, requestId: context.get('requestId') }, 'could not load an icon');
        return unavailable(context);
      }
    });

  /**
   * Returns how long a picture of the brand may be cached. A page names the brand's version in the URL. If the URL names an older version
   * or none, the picture at this URL may soon change, so it is cached only briefly.
   */
  const brandCaching = (context: Context, version: string): string => (context.req.query('v') === version ? FOR_EVER : SOON);

  /** Serves a file from a folder of the release store. Returns 503 while the store does not answer. */
  async function releasedFile(context: Context<ShellEnv>, find: () => Promise<string | null>, file: string): Promise<Response> {
    try {
      const folder = await find();
      return (folder && assetAnswer(context, folder, file)) || notFound(context);
    } catch (error) {
      log.warn({ err: error, requestId: context.get('requestId') }, 'could not load a release file');
      return unavailable(context);
    }
  }

  return app;
}
