import { COVER_WIDTHS } from '../contracts/ebooks.ts';
import type { Picture } from '../contracts/pictures.ts';
import css from './cover.module.css';
import { type PictureLoading, ResponsivePicture } from './responsive-picture.tsx';

type CoverProps = {
  readonly cover: Picture | null;
  /** Stands on the drawn cover of a book that has no picture. */
  readonly title: string;
  /** Empty where the title stands beside the picture. */
  readonly alt: string;
  /** Width on screen, as the `sizes` attribute. */
  readonly sizes: string;
  readonly loading: PictureLoading;
};

/** A book's cover, always 2:3. */
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
        <span className={css.drawn} {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}>
          {title}
        </span>
      }
    />
  );
}
