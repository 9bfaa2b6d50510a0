import { useNearViewport } from '@site/shared/ui/use-near-viewport.ts';
import { useState } from 'react';
import css from './thumbnail.module.css';

/** An episode's picture, 16:9. `isFirst`: likely in the first view, so it does not wait for scripts. */
export function Thumbnail({ src, isFirst }: { src: string; isFirst: boolean }) {
  const { frame, isNear } = useNearViewport<HTMLSpanElement>(isFirst);
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');

  return (
    <span ref={frame} className={css.frame} data-lazy={!isFirst || undefined} data-state={state}>
      {isNear && state !== 'failed' && (
        <img
          // Pictures of the server's page may be there, or be lost, before anybody listens.
          ref={(image) => {
            if (image?.complete) setState(image.naturalWidth > 0 ? 'loaded' : 'failed');
          }}
          className={css.picture}
          src={src}
          width={480}
          height={270}
          alt=""
          decoding="async"
          onLoad={() => setState('loaded')}
          onError={() => setState('failed')}
        />
      )}
      {!isNear && (
        <noscript>
          <img className={css.picture} src={src} width={480} height={270} alt="" loading="lazy" />
        </noscript>
      )}
    </span>
  );
}
