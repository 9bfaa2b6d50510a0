import type { ReactNode } from 'react';
import css from './table.module.css';

export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Aligns amounts and counts to the end of the column. */
  readonly isNumber?: boolean;
};

type TableProps<Row> = {
  /** Name of the table for screen readers, which read it first. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
};

/** Renders a table on wide screens. On phones each row is a card whose cells show their column's name. The first column names the row. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <table className={css.table}>
      <caption className={css.caption}>{caption}</caption>
      <thead className={css.head}>
        <tr>
          {columns.map((column) => (
            <th key={column.id} scope="col" data-number={column.isNumber || undefined}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column, index) => {
              const Cell = index === 0 ? 'th' : 'td';
              return (
                <Cell
                  key={column.id}
                  scope={index === 0 ? 'row' : undefined}
                  data-label={column.header}
                  data-number={column.isNumber || undefined}
                >
                  {column.cell(row)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
