import { LINK_TAGS } from '@site/shared/visits/link-tags.ts';
import { REMOTE_AREAS } from '../remotes.ts';

/** For `No-Vary-Search`: the page is the same whatever campaigns and other sites added to its address. */
export const NO_VARY_SEARCH = `params=(${LINK_TAGS.map((name) => `"${name}"`).join(' ')})`;

const isPrivate = REMOTE_AREAS.flatMap((area) => (area.isPrivate ? area.prefixes : []));

/**
 * While a pointer rests on a link the browser fetches the page that it leads to, and has it when the link is pressed. No personal pages,
 * whose answers are for a signed-in person, and no files. By addresses only: selectors would be matched with every change of style. The
 * rules stand in the page until its scripts run, which go to the next page by themselves.
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
