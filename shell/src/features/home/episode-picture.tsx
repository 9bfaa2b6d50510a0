import { THUMBNAIL_WIDTHS } from '@site/shared/contracts/episodes.ts';
import { type Picture, pictureSource } from '@site/shared/contracts/pictures.ts';
import { Icon } from '@site/shared/site/site.ts';
import { useState } from 'react';
import css from './episode-picture.module.css';

type EpisodePictureProps = {
  readonly picture: Picture | null;
  /** Width on screen, as the `sizes` attribute. */
  readonly sizes: string;
  /** The page's main picture comes before everything else. */
  readonly isFirst?: boolean;
};

const FALLBACK_WIDTH = 640;

/** An episode's picture with a mark that says "play"; always 16:9, a quiet ground where there is no picture. */
export function EpisodePicture({ picture, sizes, isFirst = false }: EpisodePictureProps) {
  const [isLost, setIsLost] = useState(false);
  const sourceSet = (known: Picture, format: 'avif' | 'webp') =>
    THUMBNAIL_WIDTHS.map((width) => `${pictureSource(known, width, format)} ${width}w`).join(', ');
  return (
    <span className={css.frame}>
      {picture && !isLost && (
        <picture>
          <source type="image/avif" srcSet={sourceSet(picture, 'avif')} sizes={sizes} />
          <img
            ref={(image) => {
              // Pictures of the server's page may be lost before anybody listens.
              if (image?.complete && image.currentSrc && image.naturalWidth === 0) setIsLost(true);
            }}
            className={css.picture}
            src={pictureSource(picture, FALLBACK_WIDTH, 'webp')}
            srcSet={sourceSet(picture, 'webp')}
            sizes={sizes}
            width={FALLBACK_WIDTH}
            height={FALLBACK_WIDTH * (9 / 16)}
            alt=""
            loading={isFirst ? 'eager' : 'lazy'}
            decoding="async"
            fetchPriority={isFirst ? 'high' : 'auto'}
            onError={() => setIsLost(true)}
          />
        </picture>
      )}
      <span className={css.play}>
        <Icon name="play" />
      </span>
    </span>
  );
}
