import { useState } from 'react';
import { COVER_WIDTHS, coverSource } from '../contracts/ebooks.ts';
import type { Picture } from '../contracts/pictures.ts';
import css from './cover.module.css';
import { useNearViewport } from './use-near-viewport.ts';

type CoverProps = {
  readonly cover: Picture | null;
  /** Stands on the drawn cover of a book that has no picture. */
  readonly title: string;
  /** Empty where the title stands beside the picture. */
  readonly alt: string;
  /** Width on screen, as the `sizes` attribute. */
  readonly sizes: string;
  /** `first`: the page's main picture. `eager`: likely in the first view. `lazy`: fetched near the viewport (§4, §9). */
  readonly loading: 'first' | 'eager' | 'lazy';
};

const FALLBACK_WIDTH = 480;

/** A book's cover, always 2:3, in its own colour until the picture is there. */
export function Cover({ cover, title, alt, sizes, loading }: CoverProps) {
  const { frame, isNear } = useNearViewport<HTMLSpanElement>(loading !== 'lazy');
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');

  if (!cover || state === 'failed') {
    return (
      <span className={css.frame} data-drawn>
        {cover && <Ground color={cover.color} />}
        <span className={css.drawn} {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}>
          {title}
        </span>
      </span>
    );
  }

  const sourceSet = (format: 'avif' | 'webp') => COVER_WIDTHS.map((width) => `${coverSource(cover, width, format)} ${width}w`).join(', ');
  const picture = (isNative: boolean) => (
    <picture>
      <source type="image/avif" srcSet={sourceSet('avif')} sizes={sizes} />
      <img
        ref={(image) => {
          // Pictures of the server's page may be there, or be lost, before anybody listens.
          if (image?.complete && !isNative) setState(image.naturalWidth > 0 ? 'loaded' : 'failed');
        }}
        className={css.picture}
        src={coverSource(cover, FALLBACK_WIDTH, 'webp')}
        srcSet={sourceSet('webp')}
        sizes={sizes}
        width={FALLBACK_WIDTH}
        height={FALLBACK_WIDTH * 1.5}
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
    <span ref={frame} className={css.frame} data-lazy={loading === 'lazy' || undefined} data-state={state}>
      <Ground color={cover.color} />
      {isNear ? picture(false) : <noscript>{picture(true)}</noscript>}
    </span>
  );
}

/** A picture's colour as a drawing: the site's policy allows no style attributes. */
function Ground({ color }: { color: string }) {
  return (
    <svg className={css.ground} viewBox="0 0 2 3" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect width="2" height="3" fill={color} />
    </svg>
  );
}
