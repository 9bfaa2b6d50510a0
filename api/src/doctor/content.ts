import { type ContentKey, LEGAL_DOCUMENTS, type LegalDocumentName } from '@site/shared/contracts/content.ts';
import { listTeam } from '../resources/people/team/team.ts';
import { listEbooks } from '../resources/shop/ebooks/ebooks.service.ts';
import { getSiteInfo, listPublishedKeys } from '../resources/site/content/content.service.ts';
import { findFormerFacts } from '../resources/site/content/legal.service.ts';
import { type Check, Fault } from './check.ts';
import type { Installation } from './installation.ts';

/** Texts that state who sells and on which terms. Default texts cannot know these facts. */
const DECLARED = ['contact', ...LEGAL_DOCUMENTS] as const satisfies ContentKey[];
const WRITTEN = ['home', 'author', 'about', 'links'] as const satisfies ContentKey[];

/** Checks the parts of the site that only the owner can provide: texts, books and the seller's identity. */
export const contentChecks = (site: Installation): Check[] => {
  let asked: Promise<string[]> | undefined;
  const isPublished = (key: (typeof DECLARED | typeof WRITTEN)[number], isAdvice: boolean): Check => ({
    id: `content.${key}`,
    isAdvice,
    test: async () => {
      asked ??= listPublishedKeys(site.contentDeps(), [...DECLARED, ...WRITTEN]);
      if (!(await asked).includes(key)) throw new Fault('');
      return undefined;
    },
  });
  let former: ReturnType<typeof findFormerFacts> | undefined;
  /** Checks that a legal text was published with the site's current name and address. */
  const isOfNow = (document: LegalDocumentName): Check => {
    const published = isPublished(document, false);
    return {
      ...published,
      test: async () => {
        await published.test();
        former ??= findFormerFacts(site.contentDeps());
        const found = (await former)[document];
        if (found !== undefined) throw new Fault(found);
        return undefined;
      },
    };
  };
  return [
    isPublished('contact', false),
    ...LEGAL_DOCUMENTS.map(isOfNow),
    ...WRITTEN.map((key) => isPublished(key, true)),
    {
      id: 'content.seller',
      isAdvice: true,
      test: async () => {
        const { seller } = await getSiteInfo(site.contentDeps());
        if (!(seller.legalName && seller.taxId && seller.address)) throw new Fault(seller.legalName);
        return seller.legalName;
      },
    },
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
        const { members } = await listTeam(site.data().sql);
        const owners = members.filter(({ role }) => role === 'owner').map(({ email }) => email);
        if (owners.length === 0) throw new Fault('');
        return owners.join(', ');
      },
    },
  ];
};
