import type { ReactNode } from 'react';
import layout from '../../../signed-in/layout.module.css';
import css from './counts-table.module.css';

type CountsTableProps = {
  readonly caption: string;
  /** The names of the columns, beginning with the column of row names. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly name: ReactNode; readonly cells: readonly ReactNode[] }[];
  /** The sentence in place of an empty table. */
  readonly none: string;
};

/** Shows several numbers for each row. On narrow screens each row is a card with labelled numbers. */
export function CountsTable({ caption, columns: [first, ...columns], rows, none }: CountsTableProps) {
  if (rows.length === 0) return <p className={layout.soft}>{none}</p>;
  return (
    <table className={css.table} aria-label={caption}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {columns.map((column, index) => (
              <td key={column} data-label={column}>
                {cells[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
