import { REVIEW_STATES, STARS } from '@site/shared/contracts/review-rules.ts';
import { Select } from '@site/shared/patterns/select.tsx';
import { icons, useTexts } from '@site/shared/site/site.ts';
import { useRef } from 'react';
import { api } from '../../../signed-in/api.ts';
import { useListAddress } from '../../common/list-address.ts';
import { ListFilters } from '../../common/list-filters.tsx';
import { useListPage } from '../../common/list-query.ts';
import { ListSheet } from '../../common/list-sheet.tsx';
import { PageHeading } from '../../common/page-heading.tsx';
import { ReviewRow } from './review-row.tsx';
import { REVIEWS } from './reviews-queries.ts';
import { texts } from './texts.ts';

/** What readers say of the books. */
export function Component() {
  const t = useTexts(texts);
  const list = useListAddress();
  const heading = useRef<HTMLHeadingElement>(null);
  const state = REVIEW_STATES.find((one) => one === list.value('state'));
  const stars = (['1', '2', '3', '4', '5'] as const).find((one) => one === list.value('stars'));
  const ebook = list.value('ebook') || undefined;
  const reviews = useListPage(REVIEWS, { state, stars, ebook }, list.page, (query, signal) =>
    api('GET /api/admin/reviews', { query, signal }),
  );
  const books = reviews.data?.ebooks ?? [];
  return (
    <>
      <PageHeading title={t.title} hint={t.hint} ref={heading} />
      <ListFilters>
        <Select
          label={t.state}
          isLabelHidden
          value={state ?? ''}
          onChange={({ currentTarget }) => list.filter({ state: currentTarget.value })}
          options={[{ value: '', label: t.allStates }, ...REVIEW_STATES.map((value) => ({ value, label: t.states[value] }))]}
        />
        <Select
          label={t.stars}
          isLabelHidden
          value={stars ?? ''}
          onChange={({ currentTarget }) => list.filter({ stars: currentTarget.value })}
          options={[
            { value: '', label: t.allStars },
            ...[...STARS].reverse().map((value) => ({ value: String(value), label: t.of(value) })),
          ]}
        />
        <Select
          label={t.book}
          isLabelHidden
          value={ebook ?? ''}
          onChange={({ currentTarget }) => list.filter({ ebook: currentTarget.value })}
          options={[
            { value: '', label: t.allBooks },
            ...books.map(({ id, title }) => ({ value: id, label: title })),
            ...(ebook && !books.some(({ id }) => id === ebook) ? [{ value: ebook, label: ebook }] : []),
          ]}
        />
      </ListFilters>
      <ListSheet
        list={list}
        query={reviews}
        filters={['state', 'stars', 'ebook']}
        rowsOf={(page) => page.reviews}
        texts={t}
        icon={icons.book}
        heading={heading}
      >
        {(page) => (
          <ol aria-label={t.list}>
            {page.reviews.map((review) => (
              <ReviewRow key={review.id} review={review} />
            ))}
          </ol>
        )}
      </ListSheet>
    </>
  );
}
