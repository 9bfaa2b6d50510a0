import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Forms that keep their input in another way, or without input that a person would miss. */
const OTHERS = [
  // Secrets, and confirmations that must be typed again on purpose.
  'signed-in/step-up-dialog.tsx',
  'second-factor/second-factor.tsx',
  'customer/features/customer-area/settings/password-form.tsx',
  'customer/features/customer-area/settings/delete-account.tsx',
  'owner/features/people/person-data.tsx',
  // Drafts that the device keeps while they are typed.
  'owner/features/ebooks/upload-form.tsx',
  'owner/features/ebooks/ebook-details.tsx',
  'owner/features/episodes/episode-details.tsx',
  'owner/block-editor/block-form.tsx',
  'owner/rich-text/passage-dialog.tsx',
  'owner/rich-text/link-dialog.tsx',
  'owner/rich-text/picture-dialog.tsx',
  // Drafts that the tab keeps.
  'customer/features/review/review-form.tsx',
  'owner/features/reviews/reply-form.tsx',
  'owner/messages/reply-form.tsx',
  // Files, page numbers, choices and filters.
  'owner/features/ebooks/replace-file.tsx',
  'owner/features/ebooks/earlier-versions.tsx',
  'owner/features/ebooks/sample/sample-panel.tsx',
  'owner/features/team/member-dialogs.tsx',
  'owner/features/episodes/picture-panel.tsx',
  'owner/features/analytics/filter-bar.tsx',
  'customer/features/reader/toolbar.tsx',
];

it('every form behind a sign-in keeps its input when the session ends', () => {
  const source = join(import.meta.dirname, '../../mfe-dashboards/src');
  const withForms = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx') && /<form\b/.test(readFileSync(join(source, file), 'utf8')),
  );
  const without = withForms.filter((file) => !/<form\b[^>]*data-keep=/s.test(readFileSync(join(source, file), 'utf8')));
  expect(without.toSorted()).toEqual(OTHERS.toSorted());
});
