import { COVER_WIDTHS } from '../contracts/ebooks.ts';
import type { Picture } from '../contracts/pictures.ts';
import css from './cover.module.css';
import { type PictureLoading, ResponsivePicture } from './responsive-picture.tsx';

type CoverProps = {
  readonly cover: Picture | null;
  /** The title, which is shown on the drawn cover of a book without a picture. */
  readonly title: string;
  /** The picture's alternative text. Empty if the title is next to the picture. */
  readonly alt: string;
  /** Width on screen, in the form of the `sizes` attribute. */
  readonly sizes: string;
  readonly loading: PictureLoading;
};

/** Renders a book's cover, always 2:3. */
export function Cover({ cover, title, alt, sizes, loading }: CoverProps) {
  return (
    <ResponsivePicture
      picture={cover}
      widths={COVER_WIDTHS}
      width={480}
      ratio={1.5}
      alt={alt}
      sizes={sizes}
      loading={loading}
      className={css.frame ?? ''}
      drawn={
        <span
          className={css.drawn}
          data-long={title.length > 60 || undefined}
          {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
        >
          {title}
        </span>
      }
    />
  );
}
