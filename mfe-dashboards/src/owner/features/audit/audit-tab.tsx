import { SUBJECT_KINDS } from '@site/shared/contracts/admin-changes.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { changeTexts } from '@site/shared/texts/change-texts.ts';
import { api } from '../../../signed-in/api.ts';
import { ExportButton } from '../../common/export-button.tsx';
import { useListAddress } from '../../common/list-address.ts';
import { useExportPath, useListPage } from '../../common/list-query.ts';
import { optionsOf, SearchedList } from '../../common/searched-list.tsx';
import { ChangeRow } from './change-row.tsx';
import { texts } from './texts.ts';

/** Shows the audit log: who changed what and when, with the values before and after. */
export function Component() {
  const t = useTexts(texts);
  const { subjects } = useTexts(changeTexts);
  const list = useListAddress();
  const filters = { kind: list.oneOf('kind', SUBJECT_KINDS), by: list.value('by') || undefined };
  const changes = useListPage('changes', filters, list.page, (query, signal) => api('GET /api/admin/changes', { query, signal }));
  const exportPath = useExportPath('/api/admin/changes.csv', filters);
  // While the list of admins loads, it contains the admin chosen in the URL.
  const people = new Set([...(changes.data?.actors ?? []), ...(filters.by ? [filters.by] : [])]);
  return (
    <SearchedList
      icon={pageIcons.pages}
      texts={t}
      list={list}
      choices={[
        { name: 'kind', label: t.kind, all: t.allKinds, options: optionsOf(SUBJECT_KINDS, subjects) },
        { name: 'by', label: t.person, all: t.allPeople, options: [...people].map((value) => ({ value, label: value })) },
      ]}
      query={changes}
      rowsOf={(page) => page.changes}
      actions={<ExportButton path={exportPath} />}
    >
      {(page) => (
        <ol aria-label={t.list}>
          {page.changes.map((change) => (
            <ChangeRow key={change.id} change={change} />
          ))}
        </ol>
      )}
    </SearchedList>
  );
}
