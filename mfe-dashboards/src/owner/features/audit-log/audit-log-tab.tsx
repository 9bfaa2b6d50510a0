import { SUBJECT_KINDS } from '@site/shared/contracts/audit-log.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { auditLogTexts } from '@site/shared/texts/audit-log-texts.ts';
import { api } from '../../../signed-in/api.ts';
import { ExportButton } from '../../common/export-button.tsx';
import { useListAddress } from '../../common/list-address.ts';
import { useExportPath, useListPage } from '../../common/list-query.ts';
import { optionsOf, SearchedList } from '../../common/searched-list.tsx';
import { EntryRow } from './entry-row.tsx';
import { texts } from './texts.ts';

/** Shows the audit log: who changed what and when, with the values before and after. */
export function Component() {
  const t = useTexts(texts);
  const { subjects } = useTexts(auditLogTexts);
  const list = useListAddress();
  const filters = { kind: list.oneOf('kind', SUBJECT_KINDS), by: list.value('by') || undefined };
  const log = useListPage('audit-log', filters, list.page, (query, signal) => api('GET /api/admin/audit-log', { query, signal }));
  const exportPath = useExportPath('/api/admin/audit-log.csv', filters);
  // While the list of admins loads, it contains the admin chosen in the URL.
  const people = new Set([...(log.data?.actors ?? []), ...(filters.by ? [filters.by] : [])]);
  return (
    <SearchedList
      icon={pageIcons.pages}
      texts={t}
      list={list}
      choices={[
        { name: 'kind', label: t.kind, all: t.allKinds, options: optionsOf(SUBJECT_KINDS, subjects) },
        { name: 'by', label: t.person, all: t.allPeople, options: [...people].map((value) => ({ value, label: value })) },
      ]}
      query={log}
      rowsOf={(page) => page.entries}
      actions={<ExportButton path={exportPath} />}
    >
      {(page) => (
        <ol aria-label={t.list}>
          {page.entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </SearchedList>
  );
}
