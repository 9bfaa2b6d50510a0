import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LICENCES_FILE } from '@site/shared/build/rooms.ts';
import { BRAND_WIDTHS, getPictureSource } from '@site/shared/contracts/pictures.ts';
import { palette } from '@site/shared/design/palette.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import type { VisitBrand } from '../src/server/visit-brand.ts';
import { drawIcon } from './brand-icon.ts';

/** Paths that crawlers should not request: they belong to one person, or are not pages. */
const PRIVATE_PATHS = [
  paths.cart,
  paths.checkout,
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
const PRIVATE_FOLDERS = ['/gift/', '/newsletter/', '/waitlist', '/api/', '/users', '/user-photo/', '/preferences'];

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

/** Returns the licences of the third-party code in these browser builds. */
export const licencesText = async (builds: readonly string[]): Promise<string> => {
  const files = builds.map((folder) => join(folder, LICENCES_FILE)).filter((file) => existsSync(file));
  return LICENCES_HEAD + (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('');
};

export const ARTWORK_PATH = '/podcast-artwork.png';

/** The site's icon in the sizes and shapes that devices request. `share`: part of the square that the drawing fills. */
const ICONS = {
  '/icon-96.png': { size: 96, share: 1, isFilled: false },
  '/icon-192.png': { size: 192, share: 1, isFilled: false },
  '/icon-512.png': { size: 512, share: 1, isFilled: false },
  // Devices crop these icons to a shape of their own, so the drawing stays away from the edge.
  '/icon-maskable.png': { size: 512, share: 0.9, isFilled: true },
  '/apple-touch-icon.png': { size: 180, share: 1, isFilled: true },
  // The podcast's artwork in the feed, until the owner uploads one. Podcast directories require a side of 1,400 to 3,000 pixels.
  [ARTWORK_PATH]: { size: 1_400, share: 1, isFilled: true },
} as const;
type IconPath = keyof typeof ICONS;

export const ICON_PATHS = Object.keys(ICONS) as IconPath[];

export const manifestOf = ({ site, author, version }: VisitBrand) => ({
  id: '/',
  name: author === site ? site : `${site} · ${author}`,
  short_name: site,
  lang: LOCALES[0],
  start_url: '/',
  display: 'minimal-ui',
  background_color: palette.paper,
  theme_color: palette.paper,
  icons: [
    { src: `/icon-192.png?v=${version}`, type: 'image/png', sizes: '192x192' },
    { src: `/icon-512.png?v=${version}`, type: 'image/png', sizes: '512x512' },
    { src: `/icon-maskable.png?v=${version}`, type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ],
});

/** Draws the icons of the current brand, each once. `read` returns the owner's icon by its site path, or null. */
export function createIcons(read: (path: string) => Promise<Uint8Array | null>) {
  let drawn = { version: '', icons: new Map<IconPath, Promise<Uint8Array<ArrayBuffer>>>() };

  async function draw(path: IconPath, brand: VisitBrand): Promise<Uint8Array<ArrayBuffer>> {
    const image = brand.icon && (await read(getPictureSource(brand.icon, BRAND_WIDTHS.icon[0], 'webp')));
    return new Uint8Array(await drawIcon(brand, image, ICONS[path]));
  }

  return (path: IconPath, brand: VisitBrand): Promise<Uint8Array<ArrayBuffer>> => {
    if (drawn.version !== brand.version) drawn = { version: brand.version, icons: new Map() };
    const { icons } = drawn;
    const known = icons.get(path) ?? draw(path, brand);
    icons.set(path, known);
    // A failed read is not stored, so the next request reads again.
    known.catch(() => icons.delete(path));
    return known;
  };
}
