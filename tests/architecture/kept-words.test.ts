import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Forms that keep their words in another way, or in which nothing is written that a person would miss. */
const OTHERS = [
  // Secrets, and confirmations that are typed anew on purpose.
  'signed-in/step-up-dialog.tsx',
  'second-factor/second-factor.tsx',
  'features/customer-area/settings/password-form.tsx',
  'features/customer-area/settings/delete-account.tsx',
  'features/admin-people/person-data.tsx',
  // Drafts, which the device keeps while they are typed.
  'features/admin-ebooks/upload-form.tsx',
  'features/admin-ebooks/ebook-details.tsx',
  'features/admin-episodes/episode-details.tsx',
  'block-editor/block-form.tsx',
  'rich-text/passage-dialog.tsx',
  'rich-text/link-dialog.tsx',
  'rich-text/picture-dialog.tsx',
  // Drafts, which the tab keeps.
  'features/review/review-form.tsx',
  'features/admin-reviews/reply-form.tsx',
  'messages/reply-form.tsx',
  // Files, numbers of pages, choices and filters.
  'features/admin-ebooks/replace-file.tsx',
  'features/admin-ebooks/earlier-versions.tsx',
  'features/admin-ebooks/sample/sample-panel.tsx',
  'features/admin-team/member-dialogs.tsx',
  'features/admin-episodes/picture-panel.tsx',
  'features/admin-analytics/filter-bar.tsx',
  'features/reader/toolbar.tsx',
];

it('every form behind a sign-in keeps what is typed when the session ends', () => {
  const source = join(import.meta.dirname, '../../mfe-dashboards/src');
  const withForms = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx') && /<form\b/.test(readFileSync(join(source, file), 'utf8')),
  );
  const without = withForms.filter((file) => !/<form\b[^>]*data-keep=/s.test(readFileSync(join(source, file), 'utf8')));
  expect(without.toSorted()).toEqual(OTHERS.toSorted());
});
