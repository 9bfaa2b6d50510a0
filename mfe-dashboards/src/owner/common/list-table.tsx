import { type Column, Table } from '@site/shared/patterns/table.tsx';
import type { ReactNode } from 'react';
import css from './list-table.module.css';

export type { Column };

type ListTableProps<Row> = {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
};

/** Shows the rows of an admin list. On a phone each row is a card: its name, and the other cells side by side below. */
export const ListTable = <Row,>(props: ListTableProps<Row>) => (
  <div className={css.table}>
    <Table {...props} />
  </div>
);

type RowNameProps = { readonly picture?: ReactNode; readonly children: ReactNode; readonly notes?: ReactNode };

/** Shows the first cell of a row: its name, with an optional picture and secondary notes. */
export const RowName = ({ picture, children, notes }: RowNameProps) => (
  <span className={css.name}>
    {picture && <span className={css.picture}>{picture}</span>}
    <span className={css.words}>
      {children}
      {notes && <span className={css.notes}>{notes}</span>}
    </span>
  </span>
);
