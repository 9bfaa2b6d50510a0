import css from './drawing.module.css';

/** Icons on a 24 × 24 grid with round strokes, like `Icon`. The icons are in this file because only the player needs them. */
const DRAWINGS = {
  play: 'M8 5.5v13l10.5-6.5L8 5.5Z',
  pause: 'M8.5 5.5v13m7-13v13',
  grow: 'M14 4.5h5.5V10m0-5.5-6 6M10 19.5H4.5V14m0 5.5 6-6',
  shrink: 'M19.5 10H14V4.5m0 5.5 6-6M4.5 14H10v5.5m0-5.5-6 6',
} as const;

export function Drawing({ name }: { name: keyof typeof DRAWINGS }) {
  return (
    <svg className={css.drawing} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
