import { BRAND_PICTURES } from '@site/shared/contracts/content.ts';
import { BRAND_WIDTHS } from '@site/shared/contracts/pictures.ts';

/** Returns the names of all files that a brand picture may have. */
export const brandFilesOf = (key: string): string[] =>
  BRAND_PICTURES.filter((name) => key.startsWith(`brand/${name}.`)).flatMap((name) =>
    BRAND_WIDTHS[name].flatMap((width) => [`${key}-${width}.avif`, `${key}-${width}.webp`]),
  );
