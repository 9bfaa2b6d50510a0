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

/** Shows the rows of one of the owner's lists. On a phone each row is a short card: its name, and below it the other cells side by side. */
export const ListTable = <Row,>(props: ListTableProps<Row>) => (
  <div className={css.table}>
    <Table {...props} />
  </div>
);

type RowNameProps = { readonly picture?: ReactNode; readonly children: ReactNode; readonly notes?: ReactNode };

/** The first cell of a row: its name, with a picture before and soft notes below. */
export const RowName = ({ picture, children, notes }: RowNameProps) => (
  <span className={css.name}>
    {picture && <span className={css.picture}>{picture}</span>}
    <span className={css.words}>
      {children}
      {notes && <span className={css.notes}>{notes}</span>}
    </span>
  </span>
);
