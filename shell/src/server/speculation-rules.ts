import { LINK_TAGS } from '@site/shared/visits/link-tags.ts';
import { REMOTE_AREAS } from '../remotes.ts';

/** Value of `No-Vary-Search`: link tags do not change the page. */
export const NO_VARY_SEARCH = `params=(${LINK_TAGS.map((name) => `"${name}"`).join(' ')})`;

const isPrivate = REMOTE_AREAS.flatMap((area) => (area.isPrivate ? area.prefixes : []));

/**
 * Speculation rules of a page: while the pointer rests on a link, the browser prefetches its page. The rules exclude files, and personal
 * pages, whose content depends on the session. They match links by URL only, because the browser would evaluate selectors with every change
 * of style. The page's scripts remove the rules, because they navigate without loading documents.
 */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: [...isPrivate, 'api', '_s', '_r'].flatMap((prefix) => [`/${prefix}`, `/${prefix}/*`]) } },
        ],
      },
      eagerness: 'moderate',
      expects_no_vary_search: NO_VARY_SEARCH,
    },
  ],
});
