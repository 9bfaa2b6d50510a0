import { LEGAL_DOCUMENTS, type LegalDocument, type LegalDocumentName } from '@site/shared/contracts/content.ts';
import { dateFormat } from '@site/shared/texts/formats.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type ContentDeps, getConfiguredFacts, getContent, getSiteFacts, readBlock } from './content.service.ts';
import { defaultContent } from './default-content/default-content.ts';

/** Returns the current day in a time zone as `2026-01-31`, the Swedish date format. */
const dayIn = (timeZone: string, now: number): string => dateFormat('sv-SE', { timeZone }).format(now);

type LegalDeps = ContentDeps & Pick<Deps, 'clock'>;

const LegalRowSchema = v.object({
  body: v.unknown(),
  versions: v.array(v.object({ version: v.string(), effectiveOn: v.string() })),
});

/** Returns a legal text and all its versions, newest first. The default text is the oldest version. */
async function readLegal(deps: LegalDeps, document: LegalDocumentName, version?: string) {
  const { data, log, clock, draft } = deps;
  const facts = await getSiteFacts(deps);
  const first = defaultContent[document](facts);
  // If `name` is null, the query returns the newest version. The body is null when there is no version.
  const read = async (name: string | null) => v.parse(LegalRowSchema, await data.sql.getLegalText({ document, name }));
  const row = await read(version ?? null);
  const isReplaced = row.versions.some((other) => other.version === first.version);
  const versions = isReplaced ? row.versions : [...row.versions, { version: first.version, effectiveOn: first.effectiveOn }];
  const today = dayIn(facts.SITE_TIME_ZONE, clock());
  // A version that takes effect later is only announced. The current version stays in force.
  const inForce = versions.find(({ effectiveOn }) => effectiveOn <= today)?.version ?? first.version;
  const isAnnounced = version === undefined && versions[0]?.version !== inForce;
  const { body } = isAnnounced ? await read(inForce) : row;
  const published = body === null ? null : readBlock(log, document, body);
  const drafted = draft?.key === document ? readBlock(log, document, draft.body) : null;
  if (drafted) return { text: drafted, versions: [drafted, ...versions], inForce: drafted.version };
  const isFirst = version === undefined || version === first.version;
  return { text: published ?? (isFirst ? first : null), versions, inForce };
}

/**
 * Returns a legal text in one language: the version in force, or the requested version. Throws `not_found` for a version that never
 * existed.
 */
export async function getLegalDocument(
  deps: LegalDeps,
  document: LegalDocumentName,
  { locale, version }: { locale: Locale; version?: string | undefined },
): Promise<LegalDocument> {
  const { text, versions, inForce } = await readLegal(deps, document, version);
  if (!text) throw new AppError('not_found');
  return {
    version: text.version,
    effectiveOn: text.effectiveOn,
    title: text.title[locale],
    intro: text.intro[locale],
    sections: text.sections.map(({ id, title, parts }) => ({
      id,
      title: title[locale],
      parts: parts.map((part) =>
        part.kind === 'list'
          ? { kind: part.kind, items: part.items.map((item) => item[locale]) }
          : { kind: part.kind, text: part.text[locale] },
      ),
    })),
    versions: versions.map((other) => ({ version: other.version, effectiveOn: other.effectiveOn })),
    inForce,
  };
}

/** Returns the version of the terms that a purchase accepts now. */
export const getTermsVersion = async (deps: LegalDeps): Promise<string> => (await readLegal(deps, 'terms')).inForce;

/**
 * Returns, for each published legal text, one sentence that still has the site's former name or contact address. The former values came
 * from the environment before the owner published their own. Only sentences of the default text can be recognized.
 */
export async function findFormerFacts(deps: ContentDeps): Promise<Partial<Record<LegalDocumentName, string>>> {
  const [texts, facts] = await Promise.all([getContent(deps, ...LEGAL_DOCUMENTS), getSiteFacts(deps)]);
  const configured = getConfiguredFacts(deps.env);
  return Object.fromEntries(
    LEGAL_DOCUMENTS.flatMap((document) => {
      const now = new Set(wordsOf(defaultContent[document](facts)));
      const former = new Set(wordsOf(defaultContent[document](configured)).filter((words) => !now.has(words)));
      const found = wordsOf(texts[document]).find((words) => former.has(words));
      return found === undefined ? [] : [[document, found]];
    }),
  );
}

/** Returns all strings in a value, in order. */
const wordsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : [];
