import { THUMBNAIL_WIDTHS } from '@site/shared/contracts/episodes.ts';
import { type Picture, pictureSource } from '@site/shared/contracts/pictures.ts';
import { useNearViewport } from '@site/shared/ui/use-near-viewport.ts';
import { useState } from 'react';
import css from './thumbnail.module.css';

/** An episode's picture, 16:9. `isFirst`: likely in the first view, so it does not wait for scripts. */
export function Thumbnail({ picture, isFirst }: { picture: Picture | null; isFirst: boolean }) {
  const { frame, isNear } = useNearViewport<HTMLSpanElement>(isFirst);
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');

  return (
    <span ref={frame} className={css.frame} data-lazy={!isFirst || undefined} data-state={state}>
      {isNear && picture && state !== 'failed' && (
        <img
          // Pictures of the server's page may be there, or be lost, before anybody listens.
          ref={(image) => {
            if (image?.complete) setState(image.naturalWidth > 0 ? 'loaded' : 'failed');
          }}
          className={css.picture}
          src={pictureSource(picture, 480, 'webp')}
          srcSet={THUMBNAIL_WIDTHS.map((width) => `${pictureSource(picture, width, 'webp')} ${width}w`).join(', ')}
          sizes="(min-width: 48rem) 24rem, 100vw"
          width={480}
          height={270}
          alt=""
          decoding="async"
          onLoad={() => setState('loaded')}
          onError={() => setState('failed')}
        />
      )}
      {!isNear && picture && (
        <noscript>
          <img className={css.picture} src={pictureSource(picture, 480, 'webp')} width={480} height={270} alt="" loading="lazy" />
        </noscript>
      )}
    </span>
  );
}
