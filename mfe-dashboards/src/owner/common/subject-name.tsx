import type { AdminChange } from '@site/shared/contracts/admin-changes.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Link, useTexts } from '@site/shared/site/site.ts';
import { changeTexts } from '@site/shared/texts/change-texts.ts';
import { blockTexts } from '../block-editor/blocks.ts';

/** What a change was about: texts by the names that the editor gives them, steps of setting up by theirs, orders by number, ebooks and episodes by title and people by address with the way to their page, posts and letters by that way alone. */
export function SubjectName({ kind, id, name }: AdminChange['subject']) {
  const { subjects, orderNumber, steps } = useTexts(changeTexts);
  const blockNames: Readonly<Record<string, string>> = { ...steps, ...useTexts(blockTexts).names };
  // An API of the release before says no name.
  if (name && (kind === 'order' || kind === 'ebook' || kind === 'episode' || kind === 'person')) {
    const words = kind === 'order' ? orderNumber(name) : kind === 'person' ? name : `${subjects[kind]} “${name}”`;
    return <Link to={adminPaths[kind].href(id)}>{words}</Link>;
  }
  if (kind === 'series') return <span>{subjects.series}</span>;
  // Their titles are in each language, and change.
  if (kind === 'post' || kind === 'letter') return <Link to={adminPaths[kind].href(id)}>{subjects[kind]}</Link>;
  return (
    <span>
      {blockNames[id] && (kind === 'content' || kind === 'setting') ? `${subjects[kind]} “${blockNames[id]}”` : `${subjects[kind]} ${id}`}
    </span>
  );
}
