import type { ReactNode } from 'react';
import layout from '../../../signed-in/layout.module.css';
import css from './ranking.module.css';

type Rank = { readonly key: string; readonly name: ReactNode; readonly count: number; readonly cells: readonly ReactNode[] };

type RankingProps = {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly ranks: readonly Rank[];
  /** The sentence in place of an empty table. */
  readonly none: string;
};

/** Shows a table whose first column also draws each count as a bar, relative to the largest count. */
export function Ranking({ caption, columns, ranks, none }: RankingProps) {
  const most = Math.max(...ranks.map(({ count }) => count), 1);
  if (ranks.length === 0) return <p className={layout.soft}>{none}</p>;
  return (
    <table className={css.ranking} aria-label={caption}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ranks.map(({ key, name, count, cells }) => (
          <tr key={key}>
            <th scope="row">
              {name}
              <svg className={css.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
                <rect width={(count / most) * 100} height="1" />
              </svg>
            </th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
