import type { ImportSummary } from '@site/shared/contracts/admin-imports.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { icons, Link, paths, useFormats, usePreferences, useSearchParams, useTexts } from '@site/shared/site/site.ts';
import { api } from '../../../signed-in/api.ts';
import { Panel } from '../../../signed-in/panel.tsx';
import { useListAddress } from '../../common/list-address.ts';
import { useListPage } from '../../common/list-query.ts';
import { type Column, ListTable } from '../../common/list-table.tsx';
import { SearchedList } from '../../common/searched-list.tsx';
import { ImportPage } from './import-page.tsx';
import css from './imports.module.css';
import { LIST } from './imports-queries.ts';
import { TONES } from './imports-tones.ts';
import { NewImportForm } from './new-import-form.tsx';
import { texts } from './texts.ts';

/** Shows the import page: a new import with the list of all imports, or the import that the URL names. */
export function Component() {
  const [search] = useSearchParams();
  const id = search.get('import');
  return id === null ? <Overview /> : <ImportPage key={id} id={id} />;
}

function Overview() {
  const t = useTexts(texts);
  const list = useListAddress();
  const { day } = useFormats();
  const { locale } = usePreferences();
  const imports = useListPage(LIST, {}, list.page, (query, signal) => api('GET /api/admin/imports', { query, signal }));
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
    <SearchedList
      icon={icons.book}
      texts={t}
      list={list}
      query={imports}
      rowsOf={(page) => page.imports}
      above={
        <div className={css.above}>
          <Panel title={t.newTitle}>
            <NewImportForm />
            <p className={css.books}>
              {t.booksHint} <Link to={`${paths.dashboard.href('ebooks')}&add=folder`}>{t.books}</Link>
            </p>
          </Panel>
        </div>
      }
    >
      {(page) => <ListTable caption={t.caption} columns={columns} rows={page.imports} rowKey={({ id }) => id} />}
    </SearchedList>
  );
}
