import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Forms that keep their input in another way, or whose input a person would not miss. */
const OTHERS = [
  // Forms for secrets, and confirmations that a person must type again on purpose.
  'signed-in/step-up-dialog.tsx',
  'second-factor/second-factor.tsx',
  'customer/features/customer-area/settings/password-form.tsx',
  'customer/features/customer-area/settings/delete-account.tsx',
  'owner/features/people/person-data.tsx',
  // Forms whose drafts the device stores while the person types.
  'owner/features/ebooks/book-sheet.tsx',
  'owner/features/episodes/episode-details.tsx',
  'owner/features/episodes/series-form.tsx',
  'owner/features/episodes/transcript-paragraph.tsx',
  'owner/features/promotions/promotion-form.tsx',
  'owner/block-editor/block-form.tsx',
  'owner/rich-text/passage-dialog.tsx',
  'owner/rich-text/link-dialog.tsx',
  'owner/rich-text/picture-dialog.tsx',
  // Forms whose drafts the tab stores.
  'customer/features/review/review-form.tsx',
  'owner/features/reviews/reply-form.tsx',
  'owner/messages/reply-form.tsx',
  // Forms with choices and filters.
  'owner/features/team/member-row.tsx',
  'owner/features/analytics/filter-bar.tsx',
  'customer/features/reader/toolbar.tsx',
];

/** A form element of a component, or the form of a button that asks for input. */
const FORM = /<form\b|<AskForm\b/;
const KEPT_FORM = /<form\b[^>]*data-keep=|<AskForm\b.*?\bkeep=/s;

it('every form behind a sign-in keeps its input when the session ends', () => {
  const source = join(import.meta.dirname, '../../mfe-dashboards/src');
  const withForms = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx') && FORM.test(readFileSync(join(source, file), 'utf8')),
  );
  const without = withForms.filter((file) => !KEPT_FORM.test(readFileSync(join(source, file), 'utf8')));
  expect(without.toSorted()).toEqual(OTHERS.toSorted());
});
