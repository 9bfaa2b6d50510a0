import type { AdminChange } from '@site/shared/contracts/admin-changes.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { changeTexts } from '@site/shared/texts/change-texts.ts';
import { blockTexts } from '../block-editor/blocks.ts';

/** What a change was about, in words: texts by the names that the editor gives them, everything else by its id. */
export function useSubjectName(): (subject: AdminChange['subject']) => string {
  const { subjects } = useTexts(changeTexts);
  const names: Readonly<Record<string, string>> = useTexts(blockTexts).names;
  return ({ kind, id }) => {
    const name = kind === 'content' || kind === 'setting' ? names[id] : undefined;
    return `${subjects[kind]} ${name ? `“${name}”` : id}`;
  };
}
