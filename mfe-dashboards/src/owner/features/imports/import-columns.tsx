import {
  fieldsKeyOf,
  IMPORT_FIELDS,
  type ImportColumn,
  type ImportField,
  type ImportKind,
  type ImportSource,
  NEEDED_FIELDS,
} from '@site/shared/contracts/admin-imports.ts';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, useTexts } from '@site/shared/site/site.ts';
import { useEffect, useRef, useState } from 'react';
import layout from '../../../signed-in/layout.module.css';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { type Column, ListTable } from '../../common/list-table.tsx';
import { useChosenColumns } from './imports-queries.ts';
import { texts } from './texts.ts';

type ImportColumnsProps = {
  readonly id: string;
  readonly about: { readonly kind: ImportKind; readonly source: ImportSource };
  readonly columns: readonly ImportColumn[];
  readonly onRead: () => void;
  readonly onBack: () => void;
};

/** Asks for the content of each column before the file is checked. Known column names are preselected. */
export function ImportColumns({ id, about, columns, onRead, onBack }: ImportColumnsProps) {
  const t = useTexts(texts);
  const heading = useRef<HTMLHeadingElement>(null);
  const [fields, setFields] = useState<readonly (ImportField | null)[]>(() => columns.map(({ field }) => field));
  const [missing, setMissing] = useState<readonly ImportField[]>([]);
  const reading = useChosenColumns(id);
  const reason = useFailureText(reading.error);
  const key = fieldsKeyOf(about);
  const options = [
    { value: '', label: t.notImported },
    ...IMPORT_FIELDS[key].map((value) => ({ value, label: value === 'email' && key === 'gumroad' ? t.buyerEmail : t.fields[value] })),
  ];
  // The button that opened this step is gone, so the heading takes the focus.
  useEffect(() => heading.current?.focus(), []);

  /** Each field can belong to only one column. */
  const choose = (place: number, value: string) => {
    const chosen = IMPORT_FIELDS[key].find((field) => field === value) ?? null;
    setFields(fields.map((field, index) => (index === place ? chosen : field === chosen ? null : field)));
    setMissing([]);
  };
  function goOn() {
    const lacking = NEEDED_FIELDS[key].filter((field) => !fields.includes(field));
    setMissing(lacking);
    if (lacking.length === 0) reading.mutate([...fields], { onSuccess: onRead });
  }

  const shown: Column<number>[] = [
    { id: 'name', header: t.column, cell: (index) => columns[index]?.name },
    { id: 'cells', header: t.firstCells, cell: (index) => columns[index]?.cells.filter(Boolean).join(' · ') },
    {
      id: 'field',
      header: t.holds,
      cell: (index) => (
        <Select
          isCompact
          isLabelHidden
          label={t.holdsOf(columns[index]?.name ?? '')}
          options={options}
          value={fields[index] ?? ''}
          onChange={({ currentTarget }) => choose(index, currentTarget.value)}
        />
      ),
    },
  ];
  return (
    <section className={layout.stack} aria-labelledby="import-columns">
      <h3 id="import-columns" ref={heading} tabIndex={-1}>
        {t.columnsTitle}
      </h3>
      <p className={layout.hint}>{t.columnsHint}</p>
      <ListTable caption={t.columnsCaption} columns={shown} rows={[...columns.keys()]} rowKey={String} />
      <div role="alert">
        {missing.length > 0 && <p className={layout.refusal}>{t.columnMissing(missing.map((field) => t.fields[field]).join(', '))}</p>}
        {reading.error && <p className={layout.refusal}>{reason}</p>}
      </div>
      <div className={layout.row}>
        <Button onClick={goOn} isPending={reading.isPending} pendingText={t.loading}>
          {t.goOn}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {t.otherFile}
        </Button>
      </div>
    </section>
  );
}
