import { SITE_PICTURE_WIDTHS } from '@site/shared/contracts/admin-brand.ts';
import { SITE_PICTURES } from '@site/shared/contracts/content.ts';

/** Returns the names of all files that a brand picture may have. */
export const brandFilesOf = (key: string): string[] =>
  SITE_PICTURES.filter((name) => key.startsWith(`brand/${name}.`)).flatMap((name) =>
    SITE_PICTURE_WIDTHS[name].flatMap((width) => [
      ...[`${key}-${width}.avif`, `${key}-${width}.webp`],
      ...(name === 'artwork' ? [`${key}-${width}.jpg`] : []),
    ]),
  );
