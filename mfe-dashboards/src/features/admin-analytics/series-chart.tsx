import { useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { topOf } from './scale.ts';
import css from './series-chart.module.css';
import { texts } from './texts.ts';

export type Point = {
  readonly label: string;
  readonly value: number;
  readonly before: { readonly label: string; readonly value: number } | null;
};

type SeriesChartProps = {
  readonly title: string;
  readonly points: readonly Point[];
  /** A value as people read it. */
  readonly format: (value: number) => string;
  /** What the second value of each point is; the period that it is compared with, unless told otherwise. */
  readonly beforeTitle?: string;
};

const WIDTH = 1_000;
const HEIGHT = 200;
/** The part of a point's place that its bar fills. */
const FILL = 0.7;

/** Bars in the order of time, the values that they are compared with as a line above them, and all of it as a table. */
export function SeriesChart({ title, points, format, beforeTitle }: SeriesChartProps) {
  const t = useTexts(texts);
  const hasBefore = points.some(({ before }) => before !== null);
  const before = beforeTitle ?? t.before;
  const top = topOf(Math.max(...points.flatMap((point) => [point.value, point.before?.value ?? 0])));
  const place = WIDTH / points.length;
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT;
  const line = points.flatMap((point, index) => (point.before ? [`${(index + 0.5) * place},${y(point.before.value)}`] : []));
  const [first, last] = [points.at(0), points.at(-1)];
  return (
    <figure className={css.chart}>
      <figcaption className={css.caption}>
        <h3 className={css.title}>{title}</h3>
        {hasBefore && (
          <p className={css.legend} aria-hidden="true">
            <span data-of="now">{beforeTitle ? title : t.now}</span>
            <span data-of="before">{before}</span>
          </p>
        )}
      </figcaption>
      <div className={css.plot} aria-hidden="true">
        <div className={css.ticks}>
          <span>{format(top)}</span>
          <span>{format(top / 2)}</span>
          <span>{format(0)}</span>
        </div>
        <svg className={css.drawing} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
          {[0, HEIGHT / 2, HEIGHT].map((height) => (
            <line key={height} className={css.grid} x1="0" x2={WIDTH} y1={height} y2={height} />
          ))}
          {points.map((point, index) => (
            <g key={point.label}>
              <rect
                className={css.bar}
                x={(index + (1 - FILL) / 2) * place}
                width={place * FILL}
                y={y(point.value)}
                height={HEIGHT - y(point.value)}
              />
              <rect className={css.touch} x={index * place} width={place} y="0" height={HEIGHT}>
                <title>
                  {`${point.label}: ${format(point.value)}`}
                  {point.before && ` · ${beforeTitle ?? point.before.label}: ${format(point.before.value)}`}
                </title>
              </rect>
            </g>
          ))}
          {line.length > 1 && <polyline className={css.line} points={line.join(' ')} />}
        </svg>
        <p className={css.ends}>
          <span>{first?.label}</span>
          {points.length > 1 && <span>{last?.label}</span>}
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
