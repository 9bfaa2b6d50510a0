import { type ReactNode, useState } from 'react';
import { getPictureSource, type Picture } from '../contracts/pictures.ts';
import css from './responsive-picture.module.css';
import { useNearViewport } from './use-near-viewport.ts';

/**
 * `first`: the page's main picture. `eager`: probably visible at first. `below`: further down; the browser loads it after the pictures
 * above, even before the page hydrates. `lazy`: loaded near the viewport.
 */
export type PictureLoading = 'first' | 'eager' | 'below' | 'lazy';

type ResponsivePictureProps = {
  readonly picture: Picture | null;
  /** Widths in which the picture is stored. */
  readonly widths: readonly number[];
  /** Width for browsers that do not support `srcset`. */
  readonly width: number;
  /** The picture's height divided by its width. */
  readonly ratio: number;
  readonly alt: string;
  /** Width on screen, in the form of the `sizes` attribute. */
  readonly sizes: string;
  readonly loading: PictureLoading;
  /** Class of the frame, with its shape and style. */
  readonly className: string;
  /** Shown in the frame if the book or episode has no picture, or the picture cannot be loaded. */
  readonly drawn: ReactNode;
};

/** Renders one of our pictures in a frame that has the picture's colour until it is loaded. */
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
          // A picture in server-rendered HTML may have loaded or failed before React attached its handlers. A lazy picture that the browser
          // has not begun to load has no source yet.
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

/** Renders the picture's colour as SVG, because the site's policy forbids style attributes. */
function Ground({ color }: { color: string }) {
  return (
    <svg className={css.ground} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect width="1" height="1" fill={color} />
    </svg>
  );
}
