import type { APIRequestContext } from '@playwright/test';
import type { EbookList } from '@site/shared/contracts/ebooks.ts';
import type { EpisodeList } from '@site/shared/contracts/episodes.ts';
import { paths } from '@site/shared/paths/paths.ts';

/** Returns every page that search engines index, with one book and one episode as examples. */
export async function indexedPages(request: APIRequestContext): Promise<string[]> {
  const { ebooks }: EbookList = await (await request.get('/api/ebooks')).json();
  const { episodes }: EpisodeList = await (await request.get('/api/episodes')).json();
  return [
    paths.home.href(),
    paths.about.href(),
    paths.podcast.href(),
    ...episodes.slice(0, 1).map(({ slug }) => paths.episode.href(slug)),
    paths.shop.href(),
    ...ebooks.slice(0, 1).map(({ id }) => paths.ebook.href(id)),
    paths.contact.href(),
    paths.terms.href(),
    paths.privacy.href(),
  ];
}
