import type { NewsletterRequest } from '@site/shared/contracts/newsletter.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { matchPath } from 'react-router-dom';

/** Pages after which people like to hear more: there the form stands above the footer, with an invitation, and not in it. */
const PLACES = [
  [paths.home, 'home'],
  [paths.episode, 'episode'],
  [paths.post, 'post'],
  [paths.success, 'checkout'],
] as const satisfies readonly (readonly [{ pattern: string }, NewsletterRequest['source']])[];

/** Pages that are about the newsletter: where one asks for an address, it does so itself. */
const OWN_FORM = [paths.newsletter, paths.newsletterConfirm, paths.newsletterUnsubscribe];

const isAt = (pathname: string, { pattern }: { pattern: string }): boolean => matchPath(pattern, pathname) !== null;

/** Where an address that is given at the end of this page comes from; null where none is asked for there. */
export const sourceAt = (pathname: string): (typeof PLACES)[number][1] | 'footer' | null =>
  OWN_FORM.some((page) => isAt(pathname, page)) ? null : (PLACES.find(([page]) => isAt(pathname, page))?.[1] ?? 'footer');
