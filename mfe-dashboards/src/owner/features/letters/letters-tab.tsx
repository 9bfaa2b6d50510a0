import { LETTER_STATES } from '@site/shared/contracts/letter-rules.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { ButtonLink, paths, useTexts } from '@site/shared/site/site.ts';
import { api } from '../../../signed-in/api.ts';
import { useListAddress } from '../../common/list-address.ts';
import { useListPage } from '../../common/list-query.ts';
import { SearchedList, searchedFilters } from '../../common/searched-list.tsx';
import { LISTS } from '../../letters/letters-queries.ts';
import { texts as letterTexts } from '../../letters/texts.ts';
import { LettersTable } from './letters-table.tsx';
import { texts } from './texts.ts';

/** Every letter, the newest first, 20 a page. */
export function Component() {
  const t = useTexts(texts);
  const { states } = useTexts(letterTexts);
  const list = useListAddress();
  const letters = useListPage(LISTS, searchedFilters(list, LETTER_STATES), list.page, (query, signal) =>
    api('GET /api/admin/letters', { query, signal }),
  );
  return (
    <SearchedList
      icon={pageIcons.mail}
      texts={{ ...t, states }}
      list={list}
      states={LETTER_STATES}
      query={letters}
      rowsOf={(page) => page.letters}
      actions={
        <>
          <ButtonLink to={adminPaths.series.href()} variant="secondary">
            {t.toSeries}
          </ButtonLink>
          <ButtonLink to={paths.dashboard.href('posts')} variant="secondary">
            {t.toTexts}
          </ButtonLink>
        </>
      }
    >
      {(page) => <LettersTable letters={page.letters} />}
    </SearchedList>
  );
}
