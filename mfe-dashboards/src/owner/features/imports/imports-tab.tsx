import type { ImportSummary } from '@site/shared/contracts/admin-imports.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { type Column, Table } from '@site/shared/patterns/table.tsx';
import { icons, Link, paths, useFormats, usePreferences, useSearchParams, useTexts } from '@site/shared/site/site.ts';
import { useRef } from 'react';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { useListAddress } from '../../common/list-address.ts';
import { useListPage } from '../../common/list-query.ts';
import { ListSheet } from '../../common/list-sheet.tsx';
import { PageHeading } from '../../common/page-heading.tsx';
import { ImportPage } from './import-page.tsx';
import css from './imports.module.css';
import { LIST } from './imports-queries.ts';
import { TONES } from './imports-tones.ts';
import { NewImportForm } from './new-import-form.tsx';
import { texts } from './texts.ts';

/** What is brought from elsewhere: a new import with all that there were, or the one that the address names. */
export function Component() {
  const [search] = useSearchParams();
  const id = search.get('import');
  return id === null ? <Overview /> : <ImportPage key={id} id={id} />;
}

function Overview() {
  const t = useTexts(texts);
  const list = useListAddress();
  const heading = useRef<HTMLHeadingElement>(null);
  const imports = useListPage(LIST, {}, list.page, (query, signal) => api('GET /api/admin/imports', { query, signal }));
  return (
    <>
      <PageHeading title={t.title} hint={t.hint} ref={heading} />
      <div className={layout.stack}>
        <Panel title={t.newTitle}>
          <NewImportForm />
          <p className={css.books}>
            {t.booksHint} <Link to={`${paths.dashboard.href('ebooks')}&add=folder`}>{t.books}</Link>
          </p>
        </Panel>
        <section aria-label={t.listTitle}>
          <ListSheet list={list} query={imports} filters={[]} rowsOf={(page) => page.imports} texts={t} icon={icons.book} heading={heading}>
            {(page) => <ImportsTable imports={page.imports} />}
          </ListSheet>
        </section>
      </div>
    </>
  );
}

function ImportsTable({ imports }: { imports: readonly ImportSummary[] }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const { locale } = usePreferences();
  const number = (value: number) => value.toLocaleString(locale);
  const columns: Column<ImportSummary>[] = [
    {
      id: 'filename',
      header: t.filename,
      cell: ({ id, filename }) => <Link to={`${paths.dashboard.href('imports')}&import=${id}`}>{filename}</Link>,
    },
    {
      id: 'kind',
      header: t.kindColumn,
      cell: ({ kind, source }) => (kind === 'purchases' ? `${t.kinds[kind]} · ${t.sources[source]}` : t.kinds[kind]),
    },
    { id: 'state', header: t.state, cell: ({ state }) => <Badge tone={TONES[state]}>{t.states[state]}</Badge> },
    { id: 'day', header: t.day, cell: ({ createdAt }) => <time dateTime={createdAt}>{day(createdAt)}</time> },
    {
      id: 'result',
      header: t.result,
      cell: ({ state, problem, added, known, refused }) =>
        state === 'done' ? t.resultOf(number(added), number(known), number(refused)) : problem ? t.problems[problem] : '–',
    },
  ];
  return (
    <div className={css.table}>
      <Table caption={t.caption} columns={columns} rows={imports} rowKey={({ id }) => id} />
    </div>
  );
}
