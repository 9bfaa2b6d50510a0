import { REVIEW_STATES, STARS } from '@site/shared/contracts/review-rules.ts';
import { icons, paths, useTexts } from '@site/shared/site/site.ts';
import { api } from '../../../signed-in/api.ts';
import { useListAddress } from '../../common/list-address.ts';
import { useListPage } from '../../common/list-query.ts';
import { optionsOf, SearchedList } from '../../common/searched-list.tsx';
import { ReviewRow } from './review-row.tsx';
import { REVIEWS } from './reviews-queries.ts';
import { texts } from './texts.ts';

/** Lists the readers' reviews of the books. */
export function Component() {
  const t = useTexts(texts);
  const list = useListAddress();
  const ebook = list.value('ebook') || undefined;
  const filters = { state: list.oneOf('state', REVIEW_STATES), stars: list.oneOf('stars', ['1', '2', '3', '4', '5']), ebook };
  const reviews = useListPage(REVIEWS, filters, list.page, (query, signal) => api('GET /api/admin/reviews', { query, signal }));
  const books = reviews.data?.ebooks ?? [];
  return (
    <SearchedList
      icon={icons.book}
      beginsAt={paths.shop.href()}
      texts={t}
      list={list}
      choices={[
        { name: 'state', label: t.state, all: t.allStates, options: optionsOf(REVIEW_STATES, t.states) },
        {
          name: 'stars',
          label: t.stars,
          all: t.allStars,
          options: [...STARS].reverse().map((value) => ({ value: String(value), label: t.of(value) })),
        },
        {
          name: 'ebook',
          label: t.book,
          all: t.allBooks,
          options: [
            ...books.map(({ id, title }) => ({ value: id, label: title })),
            ...(ebook && !books.some(({ id }) => id === ebook) ? [{ value: ebook, label: ebook }] : []),
          ],
        },
      ]}
      query={reviews}
      rowsOf={(page) => page.reviews}
    >
      {(page) => (
        <ol aria-label={t.list}>
          {page.reviews.map((review) => (
            <ReviewRow key={review.id} review={review} />
          ))}
        </ol>
      )}
    </SearchedList>
  );
}
