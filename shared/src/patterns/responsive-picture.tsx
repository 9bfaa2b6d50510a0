import { type ReactNode, useState } from 'react';
import { getPictureSource, type Picture } from '../contracts/pictures.ts';
import css from './responsive-picture.module.css';
import { useNearViewport } from './use-near-viewport.ts';

/**
 * `first`: the page's main picture. `eager`: likely in the first view. `below`: under it, fetched by the browser behind what is above, also
 * while the page rests. `lazy`: fetched near the viewport.
 */
export type PictureLoading = 'first' | 'eager' | 'below' | 'lazy';

type ResponsivePictureProps = {
  readonly picture: Picture | null;
  /** Those in which it is stored. */
  readonly widths: readonly number[];
  /** The one for browsers that choose none. */
  readonly width: number;
  /** Height over width. */
  readonly ratio: number;
  readonly alt: string;
  /** Width on screen, as the `sizes` attribute. */
  readonly sizes: string;
  readonly loading: PictureLoading;
  /** The frame's shape and look. */
  readonly className: string;
  /** Stands in the frame where there is no picture, or where it is lost. */
  readonly drawn: ReactNode;
};

/** A picture of ours in its frame, in its own colour until it is there. */
export function ResponsivePicture(props: ResponsivePictureProps) {
  const { picture, widths, width, ratio, alt, sizes, loading, className, drawn } = props;
  const { frame, isNear } = useNearViewport<HTMLSpanElement>(loading !== 'lazy');
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');

  if (!picture || state === 'failed') {
    return (
      <span className={`${css.frame} ${className}`} data-drawn>
        {picture && <Ground color={picture.color} />}
        {drawn}
      </span>
    );
  }

  const sourceSet = (format: 'avif' | 'webp') => widths.map((each) => `${getPictureSource(picture, each, format)} ${each}w`).join(', ');
  const image = (isNative: boolean) => (
    <picture>
      <source type="image/avif" srcSet={sourceSet('avif')} sizes={sizes} />
      <img
        ref={(element) => {
          // Pictures of the server's page may be there, or be lost, before anybody listens; one that waits has no address yet.
          if (element?.complete && element.currentSrc) setState(element.naturalWidth > 0 ? 'loaded' : 'failed');
        }}
        className={css.picture}
        src={getPictureSource(picture, width, 'webp')}
        srcSet={sourceSet('webp')}
        sizes={sizes}
        width={width}
        height={width * ratio}
        alt={alt}
        loading={isNative ? 'lazy' : 'eager'}
        decoding={loading === 'first' ? 'sync' : 'async'}
        fetchPriority={loading === 'first' ? 'high' : 'auto'}
        onLoad={() => setState('loaded')}
        onError={() => setState('failed')}
      />
    </picture>
  );
  return (
    <span
      ref={frame}
      className={`${css.frame} ${className}`}
      data-lazy={loading === 'lazy' || undefined}
      data-state={isNear ? state : 'waiting'}
    >
      <Ground color={picture.color} />
      {isNear ? image(loading === 'below') : <noscript>{image(true)}</noscript>}
    </span>
  );
}

/** A picture's colour as a drawing: the site's policy allows no style attributes. */
function Ground({ color }: { color: string }) {
  return (
    <svg className={css.ground} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect width="1" height="1" fill={color} />
    </svg>
  );
}
