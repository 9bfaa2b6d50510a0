import { paths } from '@site/shared/paths/paths.ts';
import { expect, test } from 'vitest';
import { sourceAt } from './sign-up-places.ts';

test.each([
  [paths.home.href(), 'home'],
  [paths.episode.href('um-episodio'), 'episode'],
  [paths.post.href('um-texto'), 'post'],
  [paths.success.href(), 'checkout'],
  [paths.podcast.href(), 'footer'],
  [paths.posts.href(), 'footer'],
  [paths.shop.href(), 'footer'],
  [paths.ebook.href('um-livro'), 'footer'],
  [paths.newsletter.href(), null],
  [paths.newsletterConfirm.href('x').split('?')[0] ?? '', null],
  [paths.newsletterUnsubscribe.href('x').split('?')[0] ?? '', null],
])('a sign-up on %s has the source %s', (path, source) => {
  expect(sourceAt(path)).toBe(source);
});
