import { LETTER_STATES } from '@site/shared/contracts/letter-rules.ts';
import { SearchForm } from '@site/shared/patterns/search-form.tsx';
import { ButtonLink, paths, Select, useTexts } from '@site/shared/site/site.ts';
import { useRef } from 'react';
import { useListAddress } from '../../admin/list-address.ts';
import { ListFilters } from '../../admin/list-filters.tsx';
import { useListPage } from '../../admin/list-query.ts';
import { ListSheet } from '../../admin/list-sheet.tsx';
import { PageHeading } from '../../admin/page-heading.tsx';
import { LISTS } from '../../letters/letters-queries.ts';
import { texts as letterTexts } from '../../letters/texts.ts';
import { api } from '../../signed-in/api.ts';
import { LettersTable } from './letters-table.tsx';
import { texts } from './texts.ts';

/** Every letter, the newest first, 20 a page. */
export function Component() {
  const t = useTexts(texts);
  const { states } = useTexts(letterTexts);
  const list = useListAddress();
  const q = list.value('q');
  const state = LETTER_STATES.find((known) => known === list.value('state'));
  const letters = useListPage(LISTS, { q, state }, list.page, (query, signal) => api('GET /api/admin/letters', { query, signal }));
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <PageHeading
        title={t.title}
        hint={t.hint}
        ref={heading}
        actions={
          <ButtonLink to={paths.dashboard.href('posts')} variant="secondary">
            {t.toTexts}
          </ButtonLink>
        }
      />
      <ListFilters>
        <SearchForm
          query={q}
          hrefOf={(words) => list.hrefOf({ q: words })}
          action={paths.dashboard.pattern}
          hidden={{ tab: 'letters', ...(state ? { state } : {}) }}
          label={t.search}
          placeholder={t.searchHint}
          submitText={t.searchNow}
        />
        <Select
          label={t.filter}
          isLabelHidden
          value={state ?? ''}
          onChange={(event) => list.filter({ state: event.target.value })}
          options={[{ value: '', label: t.all }, ...LETTER_STATES.map((value) => ({ value, label: states[value] }))]}
        />
      </ListFilters>
      <ListSheet
        list={list}
        query={letters}
        filters={['q', 'state']}
        rowsOf={(page) => page.letters}
        texts={t}
        icon="mail"
        heading={heading}
      >
        {(page) => <LettersTable letters={page.letters} />}
      </ListSheet>
    </>
  );
}
