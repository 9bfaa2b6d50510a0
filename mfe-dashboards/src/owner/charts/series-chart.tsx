import { useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { namedPoints, valueTicks } from './scale.ts';
import css from './series-chart.module.css';
import { texts } from './texts.ts';

export type Point = {
  readonly label: string;
  /** The name below the chart, where a long label has no space. */
  readonly shortLabel: string;
  readonly value: number;
  readonly before: { readonly label: string; readonly value: number } | null;
};

type SeriesChartProps = {
  readonly title: string;
  readonly points: readonly Point[];
  /** Formats a value for people. */
  readonly format: (value: number) => string;
  /** The name of the second value of each point; by default, the comparison period. */
  readonly beforeTitle?: string;
};

const WIDTH = 1_000;
const HEIGHT = 200;
/** Fraction of a point's width that its bar fills. */
const FILL = 0.7;

/** Width of a character of a date and the gap between two dates, in em. Wider text is cut off. */
const LETTER = 0.48;
const GAP = 0.9;

/** Returns the width of an element in em of its text; 0 until it is known. */
function useWidthInEm(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth / Number.parseFloat(getComputedStyle(element).fontSize)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

/**
 * Shows bars over time, the comparison values as a line above them, and the same data as a table. One point is selected and described above
 * the chart: at first the last point, later the point that the admin hovers, touches or reaches with the slider's keys.
 */
export function SeriesChart({ title, points, format, beforeTitle }: SeriesChartProps) {
  const t = useTexts(texts);
  const [chosen, setChosen] = useState<number | null>(null);
  const dates = useRef<HTMLParagraphElement>(null);
  const width = useWidthInEm(dates);
  const last = points.length - 1;
  const marked = Math.min(chosen ?? last, last);
  const point = points[marked];
  if (!point) return null;

  const hasBefore = points.some(({ before }) => before !== null);
  const now = beforeTitle ? title : t.now;
  const before = beforeTitle ?? t.before;
  const ticks = valueTicks(Math.max(...points.flatMap(({ value, before }) => [value, before?.value ?? 0])));
  const top = ticks.at(-1) ?? 1;
  const place = WIDTH / points.length;
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT;
  const line = points.flatMap((point, index) => (point.before ? [`${(index + 0.5) * place},${y(point.before.value)}`] : []));
  const nameWidth = Math.max(...points.map(({ shortLabel }) => shortLabel.length)) * LETTER + GAP;
  const { at: named, every } = namedPoints(points.length, width, nameWidth);

  const mark = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left) / box.width) * points.length);
    setChosen(Math.min(Math.max(index, 0), last));
  };

  return (
    <figure className={css.chart}>
      <figcaption>
        <h3 className={css.title}>{title}</h3>
      </figcaption>
      {/* Screen readers skip this text, because the slider below has the same information. */}
      <div className={css.reading} aria-hidden="true">
        <Value of="now" name={hasBefore ? now : null} label={point.label} value={format(point.value)} />
        {hasBefore && (
          <Value of="before" name={before} label={point.before?.label} value={point.before ? format(point.before.value) : '–'} />
        )}
      </div>
      <div className={css.plot}>
        <div className={css.ticks} aria-hidden="true">
          {[...ticks].reverse().map((tick) => (
            <span key={tick}>{format(tick)}</span>
          ))}
        </div>
        <label className={css.area} onPointerDown={mark} onPointerMove={mark}>
          <svg className={css.drawing} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
            {ticks.map((tick) => (
              <line key={tick} className={css.grid} x1="0" x2={WIDTH} y1={y(tick)} y2={y(tick)} />
            ))}
            <rect className={css.mark} x={marked * place} width={place} y="0" height={HEIGHT} />
            {points.map(({ label, value }, index) => (
              <rect
                key={label}
                className={css.bar}
                x={(index + (1 - FILL) / 2) * place}
                width={place * FILL}
                y={y(value)}
                height={HEIGHT - y(value)}
              />
            ))}
            {line.length > 1 && <polyline className={css.line} points={line.join(' ')} />}
          </svg>
          <input
            type="range"
            className={css.slider}
            min={0}
            max={last}
            value={marked}
            onChange={(event) => setChosen(event.target.valueAsNumber)}
            aria-label={title}
            aria-valuetext={spoken(point, format, before, beforeTitle !== undefined)}
          />
        </label>
        <p ref={dates} className={css.dates} aria-hidden="true">
          {named.map((index) => (
            <span
              key={index}
              data-single={every === 1 || undefined}
              style={{ insetInlineStart: `${(100 * index) / points.length}%`, inlineSize: `${(100 * every) / points.length}%` }}
            >
              {points[index]?.shortLabel}
            </span>
          ))}
        </p>
      </div>
      <details className={css.numbers}>
        <summary>
          {t.table}
          <VisuallyHidden>: {title}</VisuallyHidden>
        </summary>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t.period}</th>
              <th scope="col">{title}</th>
              {hasBefore && <th scope="col">{before}</th>}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.label}>
                <th scope="row">{point.label}</th>
                <td>{format(point.value)}</td>
                {hasBefore && <td>{point.before ? format(point.before.value) : '–'}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/**
 * Describes a point for screen readers: its date, value and comparison value. The comparison value has a date of its own, unless both
 * values belong to the same days.
 */
function spoken({ label, value, before }: Point, format: (value: number) => string, beforeTitle: string, isSameDays: boolean): string {
  const now = `${label}: ${format(value)}`;
  if (!before) return now;
  return `${now}; ${beforeTitle}${isSameDays ? '' : ` (${before.label})`}: ${format(before.value)}`;
}

type ValueProps = {
  readonly of: 'now' | 'before';
  readonly name: string | null;
  readonly label: string | undefined;
  readonly value: string;
};

function Value({ of, name, label, value }: ValueProps) {
  return (
    <p className={css.value} data-of={of}>
      {name && <span className={css.name}>{name}</span>}
      <strong>{value}</strong>
      <span className={css.date}>{label}</span>
    </p>
  );
}
