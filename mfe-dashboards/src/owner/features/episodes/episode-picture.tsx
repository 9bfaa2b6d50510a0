import { THUMBNAIL_WIDTHS } from '@site/shared/contracts/episodes.ts';
import type { Picture } from '@site/shared/contracts/pictures.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { ResponsivePicture } from '@site/shared/patterns/responsive-picture.tsx';
import { Icon } from '@site/shared/site/site.ts';
import css from './episode-picture.module.css';

/** Shows an episode's picture in 16:9, or an icon. The title is next to the picture, so the `alt` is empty. */
export const EpisodePicture = ({ picture, sizes }: { picture: Picture | null; sizes: string }) => (
  <ResponsivePicture
    // The key resets the element for another picture, because the previous picture may have failed to load.
    key={picture?.version}
    picture={picture}
    widths={THUMBNAIL_WIDTHS}
    width={320}
    ratio={9 / 16}
    alt=""
    sizes={sizes}
    loading="lazy"
    className={css.frame ?? ''}
    drawn={
      <span className={css.none}>
        <Icon path={pageIcons.microphone} />
      </span>
    }
  />
);
