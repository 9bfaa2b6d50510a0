import type { LegalDocument, LegalDocumentName } from '@site/shared/contracts/content.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { AppError } from '../../platform/app-error.ts';
import { type ContentDeps, contentInForce, readBlock } from '../content/content.service.ts';
import { defaultContent } from '../content/default-content/default-content.ts';
import { legalRow } from './legal.repository.ts';

/**
 * A legal text in one language: the one in force, or an earlier one by its version. The default of the code is the first of
 * all versions. Throws `not_found` for a version that never was.
 */
export async function legalDocument(
  { data, env, log }: ContentDeps,
  document: LegalDocumentName,
  { locale, version }: { locale: Locale; version?: string | undefined },
): Promise<LegalDocument> {
  const first = defaultContent[document](env);
  const row = await legalRow(data, document, version ?? null);
  const published = row.body === null ? null : readBlock(log, document, row.body);
  const isFirst = version === undefined || version === first.version;
  const text = published ?? (isFirst ? first : null);
  if (!text) throw new AppError('not_found');
  const isReplaced = row.versions.some((other) => other.version === first.version);
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
    versions: isReplaced ? row.versions : [...row.versions, { version: first.version, effectiveOn: first.effectiveOn }],
  };
}

/** The version of the terms that whoever buys now accepts. */
export const termsInForce = async (deps: ContentDeps): Promise<string> => (await contentInForce(deps, 'terms')).terms.version;
