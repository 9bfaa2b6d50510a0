import { useTexts } from '@site/shared/site/site.ts';
import { useEffect, useRef, useState } from 'react';
import css from './cover-preview.module.css';
import { texts } from './texts.ts';

/** Every cover is 2:3. The API crops other pictures to their middle. */
const RATIO = 2 / 3;
/** A crop of less than this fraction of a side is not visible. */
const UNSEEN = 0.01;
const SHARP_WIDTH = 720;
/** Longer side of the drawn picture, in pixels. */
const DRAWN = 360;

type Size = { readonly width: number; readonly height: number };

/** Returns the middle part of a picture, which becomes the cover. */
function cutOf({ width, height }: Size) {
  const [inWidth, inHeight] = width / height > RATIO ? [height * RATIO, height] : [width, width / RATIO];
  return { x: (width - inWidth) / 2, y: (height - inHeight) / 2, width: inWidth, height: inHeight };
}

/** Shows a chosen picture with the cropped part darkened. A file that is not a picture shows nothing: the API refuses it. */
export function CoverPreview({ file }: { file: File }) {
  const t = useTexts(texts);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<Size | null>(null);

  // Decoding happens in the browser, outside React.
  useEffect(() => {
    let isCurrent = true;
    setSize(null);
    async function draw() {
      let picture: ImageBitmap;
      try {
        picture = await createImageBitmap(file);
      } catch {
        return;
      }
      const context = canvas.current?.getContext('2d');
      if (!isCurrent || !canvas.current || !context) return;
      const scale = DRAWN / Math.max(picture.width, picture.height);
      canvas.current.width = picture.width * scale;
      canvas.current.height = picture.height * scale;
      context.scale(scale, scale);
      context.drawImage(picture, 0, 0);
      context.fillStyle = 'rgb(0 0 0 / 0.65)';
      context.fillRect(0, 0, picture.width, picture.height);
      const { x, y, width, height } = cutOf(picture);
      context.drawImage(picture, x, y, width, height, x, y, width, height);
      setSize({ width: picture.width, height: picture.height });
      picture.close();
    }
    void draw();
    return () => {
      isCurrent = false;
    };
  }, [file]);

  const cut = size && cutOf(size);
  const isCut = size && cut && (1 - cut.width / size.width > UNSEEN || 1 - cut.height / size.height > UNSEEN);
  return (
    <div className={css.preview} hidden={!size}>
      <canvas ref={canvas} className={css.picture} role="img" aria-label={t.coverPreview} />
      <p className={css.words} role="status">
        {size && <span>{isCut ? t.coverIsCut(size.width, size.height) : t.coverFits}</span>}
        {cut && cut.width < SHARP_WIDTH && <span>{` ${t.coverIsSmall}`}</span>}
      </p>
    </div>
  );
}
