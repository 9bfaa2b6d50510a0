import { THUMBNAIL_WIDTHS } from '@site/shared/contracts/episodes.ts';
import type { Picture } from '@site/shared/contracts/pictures.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { type PictureLoading, ResponsivePicture } from '@site/shared/patterns/responsive-picture.tsx';
import { Icon } from '@site/shared/site/site.ts';
import css from './episode-picture.module.css';

type EpisodePictureProps = { readonly picture: Picture | null; readonly sizes: string; readonly loading: PictureLoading };

/** Renders an episode's picture with a play symbol. The frame is always 16:9. Without a picture it has a plain background. */
export function EpisodePicture({ picture, sizes, loading }: EpisodePictureProps) {
  return (
    <span className={css.episode}>
      <ResponsivePicture
        picture={picture}
        widths={THUMBNAIL_WIDTHS}
        width={480}
        ratio={9 / 16}
        alt=""
        sizes={sizes}
        loading={loading}
        className={css.frame ?? ''}
        drawn={<span className={css.ground} />}
      />
      <span className={css.play}>
        <Icon path={pageIcons.play} />
      </span>
    </span>
  );
}
