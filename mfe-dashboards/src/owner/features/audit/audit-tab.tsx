import { SUBJECT_KINDS } from '@site/shared/contracts/admin-changes.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Select } from '@site/shared/patterns/select.tsx';
import { useTexts } from '@site/shared/site/site.ts';
import { changeTexts } from '@site/shared/texts/change-texts.ts';
import { useRef } from 'react';
import { api } from '../../../signed-in/api.ts';
import { ExportButton } from '../../common/export-button.tsx';
import { useListAddress } from '../../common/list-address.ts';
import { ListFilters } from '../../common/list-filters.tsx';
import { useExportPath, useListPage } from '../../common/list-query.ts';
import { ListSheet } from '../../common/list-sheet.tsx';
import { PageHeading } from '../../common/page-heading.tsx';
import { ChangeRow } from './change-row.tsx';
import { texts } from './texts.ts';

/** What admins changed: who, what, before and after, when. */
export function Component() {
  const t = useTexts(texts);
  const { subjects } = useTexts(changeTexts);
  const list = useListAddress();
  const heading = useRef<HTMLHeadingElement>(null);
  const kind = SUBJECT_KINDS.find((value) => value === list.value('kind'));
  const by = list.value('by') || undefined;
  const filters = { kind, by };
  const changes = useListPage('changes', filters, list.page, (query, signal) => api('GET /api/admin/changes', { query, signal }));
  const exportPath = useExportPath('/api/admin/changes.csv', filters);
  // The admin chosen by the address stands among them while they are on their way.
  const people = new Set([...(changes.data?.actors ?? []), ...(by ? [by] : [])]);
  const everything = { value: '', label: t.all };
  return (
    <>
      <PageHeading title={t.title} hint={t.hint} ref={heading} actions={<ExportButton path={exportPath} />} />
      <ListFilters>
        <Select
          label={t.kind}
          value={kind ?? ''}
          onChange={(event) => list.filter({ kind: event.target.value })}
          options={[everything, ...SUBJECT_KINDS.map((value) => ({ value, label: subjects[value] }))]}
        />
        <Select
          label={t.person}
          value={by ?? ''}
          onChange={(event) => list.filter({ by: event.target.value })}
          options={[everything, ...[...people].map((value) => ({ value, label: value }))]}
        />
      </ListFilters>
      <ListSheet
        list={list}
        query={changes}
        filters={['kind', 'by']}
        rowsOf={(page) => page.changes}
        texts={t}
        icon={pageIcons.pages}
        heading={heading}
      >
        {(page) => (
          <ol aria-label={t.list}>
            {page.changes.map((change) => (
              <ChangeRow key={change.id} change={change} />
            ))}
          </ol>
        )}
      </ListSheet>
    </>
  );
}
