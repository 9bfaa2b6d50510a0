import { type ContentKey, contentBlocks } from '@site/shared/contracts/content.ts';
import { listPublishedKeys } from '../resources/content/content.service.ts';
import { listEbooks } from '../resources/ebooks/ebooks.service.ts';
import { listTeam } from '../resources/team/team.service.ts';
import { type Check, Fault } from './check.ts';
import type { Installation } from './installation.ts';

/** What declares who sells, and on which terms. */
const DECLARED = ['contact', 'terms', 'privacy'] as const satisfies ContentKey[];
/** What visitors read that no default can know. */
const WRITTEN = ['home', 'author', 'about', 'links'] as const satisfies ContentKey[];

/** What only the owner can do: texts, books, and to show who they are. */
export const contentChecks = (site: Installation): Check[] => {
  const defaultsAmong = async (keys: readonly ContentKey[]) => {
    const published = await listPublishedKeys(site.contentDeps(), Object.keys(contentBlocks) as ContentKey[]);
    const left = keys.filter((key) => !published.includes(key));
    if (left.length > 0) throw new Fault(left.join(', '));
    return undefined;
  };
  return [
    { id: 'content.declared', test: () => defaultsAmong(DECLARED) },
    { id: 'content.written', isAdvice: true, test: () => defaultsAmong(WRITTEN) },
    {
      id: 'content.ebook',
      test: async () => {
        const { total } = await listEbooks(site.contentDeps(), { q: '' });
        if (total === 0) throw new Fault('0');
        return String(total);
      },
    },
    {
      id: 'content.admin',
      test: async () => {
        const { members } = await listTeam({ data: site.data() });
        const owners = members.filter(({ role }) => role === 'owner').map(({ email }) => email);
        if (owners.length === 0) throw new Fault('');
        return owners.join(', ');
      },
    },
  ];
};
