import type { AuditEntry } from '@site/shared/contracts/audit-log.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Link, useTexts } from '@site/shared/site/site.ts';
import { auditLogTexts } from '@site/shared/texts/audit-log-texts.ts';
import { blockTexts } from '../block-editor/blocks.ts';

/**
 * Shows the subject of an audit log entry. Blocks and setup steps have names, orders their number. eBooks and episodes show their title,
 * people their email address, each with a link. Posts and newsletter issues show only a link.
 */
export function SubjectName({ kind, id, name }: AuditEntry['subject']) {
  const { subjects, orderNumber, steps } = useTexts(auditLogTexts);
  const blockNames: Readonly<Record<string, string>> = { ...steps, ...useTexts(blockTexts).names };
  // The API of the previous version sends no name.
  if (name && (kind === 'order' || kind === 'ebook' || kind === 'episode' || kind === 'person')) {
    const words = kind === 'order' ? orderNumber(name) : kind === 'person' ? name : `${subjects[kind]} “${name}”`;
    return <Link to={adminPaths[kind].href(id)}>{words}</Link>;
  }
  if (name && kind === 'episode_series') return <span>{`${subjects[kind]} “${name}”`}</span>;
  if (kind === 'series') return <span>{subjects.series}</span>;
  // The titles of posts and newsletter issues exist in several languages and can change, so this shows only a link.
  if (kind === 'post' || kind === 'campaign') return <Link to={adminPaths[kind].href(id)}>{subjects[kind]}</Link>;
  return (
    <span>
      {blockNames[id] && (kind === 'content' || kind === 'setting') ? `${subjects[kind]} “${blockNames[id]}”` : `${subjects[kind]} ${id}`}
    </span>
  );
}
