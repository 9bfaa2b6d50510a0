import type { NewsletterRequest } from '@site/shared/contracts/newsletter.ts';
import { paths } from '@site/shared/paths.ts';
import { matchPath } from 'react-router-dom';

/** Pages after which people like to hear more: there the form stands above the footer, with an invitation, and not in it. */
const PLACES = [
  [paths.home, 'home'],
  [paths.episode, 'episode'],
  [paths.post, 'post'],
  [paths.success, 'checkout'],
] as const satisfies readonly (readonly [{ pattern: string }, NewsletterRequest['source']])[];

/** Where an address that is given on this page comes from. */
export const sourceAt = (pathname: string): (typeof PLACES)[number][1] | 'footer' =>
  PLACES.find(([{ pattern }]) => matchPath(pattern, pathname))?.[1] ?? 'footer';
