import type { NewsletterRequest } from '@site/shared/contracts/newsletter.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { matchPath } from 'react-router-dom';

/** Pages where the newsletter form has an invitation and is above the footer instead of inside it. */
const PLACES = [
  [paths.home, 'home'],
  [paths.episode, 'episode'],
  [paths.post, 'post'],
  [paths.success, 'checkout'],
] as const satisfies readonly (readonly [{ pattern: string }, NewsletterRequest['source']])[];

/** Pages about the newsletter, which have their own form if they need one. */
const OWN_FORM = [paths.newsletter, paths.newsletterConfirm, paths.newsletterUnsubscribe];

const isAt = (pathname: string, { pattern }: { pattern: string }): boolean => matchPath(pattern, pathname) !== null;

/** Returns the `source` of the form at the end of this page; null if there is no form. */
export const sourceAt = (pathname: string): (typeof PLACES)[number][1] | 'footer' | null =>
  OWN_FORM.some((page) => isAt(pathname, page)) ? null : (PLACES.find(([page]) => isAt(pathname, page))?.[1] ?? 'footer');
