import { POST_PICTURE_JPEG_WIDTH, POST_PICTURE_WIDTHS } from '@site/shared/contracts/pictures.ts';

export const POST_PICTURE_FILES = [
  ...POST_PICTURE_WIDTHS.flatMap((width) => [
    { width, format: 'avif', type: 'image/avif' } as const,
    { width, format: 'webp', type: 'image/webp' } as const,
  ]),
  { width: POST_PICTURE_JPEG_WIDTH, format: 'jpg', type: 'image/jpeg' } as const,
];

/** Returns the names of all public files of a picture. */
export const postPictureFilesOf = (key: string): string[] => POST_PICTURE_FILES.map(({ width, format }) => `${key}-${width}.${format}`);
