import { BRAND_WIDTHS, getPictureSource, PORTRAIT_RATIO } from '@site/shared/contracts/pictures.ts';
import { useSettings } from '../site.tsx';
import css from './author-scene.module.css';

const WIDTH = 480;

/**
 * Renders the author behind an arch. Without a portrait, renders a landscape in the site's colours with the author's initials as a seal; it
 * is decorative, because the name is next to it. `isFirst`: part of the first view.
 */
export function AuthorScene({ isFirst = false }: { isFirst?: boolean }) {
  const { author, portrait, isUnnamed } = useSettings().brand;
  if (!portrait) return <DrawnScene initials={isUnnamed ? null : initialsOf(author)} />;
  const sizes = '(width >= 60rem) 25rem, 16rem';
  const sourceSet = (format: 'avif' | 'webp') =>
    BRAND_WIDTHS.portrait.map((width) => `${getPictureSource(portrait, width, format)} ${width}w`).join(', ');
  return (
    <picture className={css.scene}>
      <source type="image/avif" srcSet={sourceSet('avif')} sizes={sizes} />
      <img
        className={css.window}
        src={getPictureSource(portrait, WIDTH, 'webp')}
        srcSet={sourceSet('webp')}
        sizes={sizes}
        width={WIDTH}
        height={WIDTH * PORTRAIT_RATIO}
        alt={author}
        loading={isFirst ? 'eager' : 'lazy'}
        decoding="async"
      />
    </picture>
  );
}

function DrawnScene({ initials }: { initials: string | null }) {
  return (
    <div className={css.scene}>
      <svg className={css.window} viewBox="0 0 400 480" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
        <rect className={css.sky} width="400" height="480" />
        <circle className={css.glow} cx="262" cy="196" r="104" />
        <circle className={css.sun} cx="262" cy="196" r="62" />
        <path className={css.far} d="M0 282c62-34 118-30 178-6s128-30 222-22v226H0Z" />
        <path className={css.middle} d="M0 338c84-36 150-12 214 10s126 6 186-34v166H0Z" />
        <path className={css.near} d="M0 398c92-46 210-36 400 20v62H0Z" />
        <path className={css.furrows} d="M0 428c100-42 226-30 400 18M0 458c108-38 236-26 400 16M60 480c90-24 200-20 340 18" />
        <path className={css.birds} d="M96 118c8-12 20-12 25 1 5-13 17-13 25-1m14 36c6-9 15-9 19 1 4-10 13-10 19-1" />
        <g className={css.plant}>
          <path className={css.stem} d="M112 446c2-62 0-120-14-186" />
          <path d="M111 404c-44 4-70-16-82-50 46 0 72 16 82 50Z" />
          <path d="M112 372c38-2 62-22 72-58-42 2-66 24-72 58Z" />
          <path d="M108 326c-36-2-58-22-66-54 40 4 60 22 66 54Z" />
          <path d="M104 296c30-6 46-24 52-54-34 6-50 24-52 54Z" />
          <path d="M98 262c-16-18-18-40-6-64 20 20 22 42 6 64Z" />
        </g>
      </svg>
      {initials && (
        <span className={css.seal} aria-hidden="true">
          {initials}
        </span>
      )}
    </div>
  );
}

/** Returns the initials of the first and the last name. */
function initialsOf(name: string): string {
  const letters = name.split(/\s+/).map((word) => word.slice(0, 1));
  return `${letters[0] ?? ''}${letters.length > 1 ? letters.at(-1) : ''}`;
}
