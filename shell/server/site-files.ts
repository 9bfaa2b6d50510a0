import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LICENCES_FILE } from '@site/shared/build/rooms.ts';
import { palette } from '@site/shared/design/palette.ts';
import { paths } from '@site/shared/paths.ts';
import type { Brand } from '@site/shared/site/site.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import sharp from 'sharp';

/** Addresses that no crawler should ask for: they belong to one person, or are no pages. */
const PRIVATE_PATHS = [
  paths.cart,
  paths.success,
  paths.cancel,
  paths.signIn,
  paths.signUp,
  paths.forgotPassword,
  paths.checkEmail,
  paths.confirmEmail,
  paths.claimAdmin,
  paths.joinTeam,
  paths.userDashboard,
  paths.dashboard,
].map(({ pattern }) => pattern);
const PRIVATE_FOLDERS = ['/newsletter/', '/api/', '/users', '/user-photo/', '/preferences'];

/** `robots.txt`. */
export const robotsText = (siteUrl: string): string =>
  [
    'User-agent: *',
    ...[...PRIVATE_PATHS, ...PRIVATE_FOLDERS].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n');

const LICENCES_HEAD = `Third-party software and fonts that the pages of this site are made of, and their licences.

Software e fontes de terceiros de que são feitas as páginas deste site, e suas licenças.


`;

/** The licences of what these browser builds are made of. */
export const licencesText = async (builds: readonly string[]): Promise<string> => {
  const files = builds.map((folder) => join(folder, LICENCES_FILE)).filter((file) => existsSync(file));
  return LICENCES_HEAD + (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('');
};

/** The site's icon in the sizes and shapes that devices ask for. `share`: how much of the square the drawing takes. */
const ICONS = {
  '/icon-192.png': { size: 192, share: 1, isFilled: false },
  '/icon-512.png': { size: 512, share: 1, isFilled: false },
  // Devices cut these to shapes of their own: nothing of the drawing may stand near the edge.
  '/icon-maskable.png': { size: 512, share: 0.9, isFilled: true },
  '/apple-touch-icon.png': { size: 180, share: 1, isFilled: true },
} as const;
type IconPath = keyof typeof ICONS;

export const ICON_PATHS = Object.keys(ICONS) as IconPath[];

/** The web app manifest. `icon` is the address of the drawing that the others are made from. */
export const manifestOf = ({ site, author }: Brand, icon: string) => ({
  id: '/',
  name: `${site} · ${author}`,
  short_name: site,
  lang: LOCALES[0],
  start_url: '/',
  display: 'minimal-ui',
  background_color: palette.paper,
  theme_color: palette.paper,
  icons: [
    { src: icon, type: 'image/svg+xml', sizes: 'any' },
    { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
    { src: '/icon-maskable.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ],
});

/** Draws icons from the SVG in `file`, each once. */
export function createIcons(file: string): (path: IconPath) => Promise<Uint8Array<ArrayBuffer>> {
  const drawn = new Map<IconPath, Promise<Uint8Array<ArrayBuffer>>>();

  async function draw(path: IconPath): Promise<Uint8Array<ArrayBuffer>> {
    const { size, share, isFilled } = ICONS[path];
    const inner = Math.round(size * share);
    const icon = await sharp(await readFile(file), { density: 72 * (inner / 32) })
      .resize(inner, inner)
      .png()
      .toBuffer();
    const background = isFilled ? palette.night : { r: 0, g: 0, b: 0, alpha: 0 };
    const whole = sharp({ create: { width: size, height: size, channels: 4, background } }).composite([{ input: icon }]);
    return new Uint8Array(await whole.png({ compressionLevel: 9 }).toBuffer());
  }

  return (path) => {
    const known = drawn.get(path) ?? draw(path);
    drawn.set(path, known);
    // A file that could not be read is read again.
    known.catch(() => drawn.delete(path));
    return known;
  };
}
