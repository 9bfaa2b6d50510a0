import { THUMBNAIL_WIDTHS } from '@site/shared/contracts/episodes.ts';
import type { Picture } from '@site/shared/contracts/pictures.ts';
import { type PictureLoading, ResponsivePicture } from '@site/shared/patterns/responsive-picture.tsx';
import css from './thumbnail.module.css';

type ThumbnailProps = { readonly picture: Picture | null; readonly sizes: string; readonly loading: PictureLoading };

/** An episode's picture, always 16:9. An episode without a picture shows rings of sound. The title is next to the picture. */
export function Thumbnail({ picture, sizes, loading }: ThumbnailProps) {
  return (
    <ResponsivePicture
      picture={picture}
      widths={THUMBNAIL_WIDTHS}
      width={480}
      ratio={9 / 16}
      alt=""
      sizes={sizes}
      loading={loading}
      className={css.frame ?? ''}
      drawn={<span className={css.drawn} />}
    />
  );
}
