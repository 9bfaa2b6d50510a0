import { useTexts } from '@site/shared/site/site.ts';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import layout from '../../signed-in/layout.module.css';
import css from './picture-field.module.css';
import { texts } from './texts.ts';

/** A point in fractions of width and height. */
export type Focus = { readonly x: number; readonly y: number };

/** Longer side of the drawn picture, in pixels. */
const DRAWN = 480;

type FocusPickerProps = {
  readonly picture: ImageBitmap;
  /** Width divided by height of the visible part. */
  readonly shape: number;
  readonly focus: Focus;
  readonly onChange: (focus: Focus) => void;
};

/** Shows a chosen picture with the cut-off part darkened. The focus point is set by pressing or with the arrow keys. */
export function FocusPicker({ picture, shape, focus, onChange }: FocusPickerProps) {
  const t = useTexts(texts);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDragging, setIsDragging] = useState(false);
  const isWide = picture.width / picture.height > shape;

  // Drawn on a canvas: the site's content security policy allows no local file as an image.
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context) return;
    const { width, height } = picture;
    const scale = DRAWN / Math.max(width, height);
    canvas.current.width = width * scale;
    canvas.current.height = height * scale;
    context.scale(scale, scale);
    context.drawImage(picture, 0, 0);
    context.fillStyle = 'rgb(0 0 0 / 0.65)';
    context.fillRect(0, 0, width, height);
    const [cutWidth, cutHeight] = isWide ? [height * shape, height] : [width, width / shape];
    const x = Math.min(width - cutWidth, Math.max(0, focus.x * width - cutWidth / 2));
    const y = Math.min(height - cutHeight, Math.max(0, focus.y * height - cutHeight / 2));
    context.drawImage(picture, x, y, cutWidth, cutHeight, x, y, cutWidth, cutHeight);
  }, [picture, shape, focus, isWide]);

  function point({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const within = (part: number): number => Math.min(1, Math.max(0, part));
    onChange({ x: within((clientX - left) / width), y: within((clientY - top) / height) });
  }

  const axis = isWide ? 'x' : 'y';
  return (
    <div className={css.cut}>
      <canvas
        ref={canvas}
        className={css.canvas}
        role="img"
        aria-label={t.cut}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setIsDragging(true);
          point(event);
        }}
        onPointerMove={(event) => isDragging && point(event)}
        onPointerUp={() => setIsDragging(false)}
      />
      <p className={layout.soft} aria-hidden="true">
        {t.cut}
      </p>
      <label className={css.slider}>
        {isWide ? t.horizontal : t.vertical}
        <input
          type="range"
          min={0}
          max={100}
          value={Math.round(focus[axis] * 100)}
          onChange={({ currentTarget }) => onChange({ ...focus, [axis]: Number(currentTarget.value) / 100 })}
        />
      </label>
    </div>
  );
}
