import { paths } from '@site/shared/paths.ts';
import type { RouteObject } from '@site/shared/site/site.ts';

/** The shell's own pages. */
export const shellPages: RouteObject[] = [
  { id: 'home', index: true, lazy: () => import('./features/home/home-page.tsx') },
  { id: 'about', path: paths.about.pattern, lazy: () => import('./features/about/about-page.tsx') },
  { id: 'posts', path: paths.posts.pattern, lazy: () => import('./features/posts/posts-page.tsx') },
  { id: 'post', path: paths.post.pattern, lazy: () => import('./features/posts/post-page.tsx') },
  { id: 'contact', path: paths.contact.pattern, lazy: () => import('./features/contact/contact-page.tsx') },
  { id: 'sign-in', path: paths.signIn.pattern, lazy: () => import('./features/sign-in/sign-in-page.tsx') },
  { id: 'sign-up', path: paths.signUp.pattern, lazy: () => import('./features/sign-up/sign-up-page.tsx') },
  {
    id: 'forgot-password',
    path: paths.forgotPassword.pattern,
    lazy: () => import('./features/forgot-password/forgot-password-page.tsx'),
  },
  { id: 'check-email', path: paths.checkEmail.pattern, lazy: () => import('./features/verify-email/check-email-page.tsx') },
  { id: 'confirm-email', path: paths.confirmEmail.pattern, lazy: () => import('./features/verify-email/confirm-email-page.tsx') },
  { id: 'claim-admin', path: paths.claimAdmin.pattern, lazy: () => import('./features/claim-admin/claim-admin-page.tsx') },
  { id: 'join-team', path: paths.joinTeam.pattern, lazy: () => import('./features/join-team/join-team-page.tsx') },
  { id: 'terms', path: paths.terms.pattern, lazy: () => import('./features/legal/terms-page.tsx') },
  { id: 'privacy', path: paths.privacy.pattern, lazy: () => import('./features/legal/privacy-page.tsx') },
  { id: 'newsletter', path: paths.newsletter.pattern, lazy: () => import('./features/newsletter/newsletter-page.tsx') },
  { id: 'waitlist', path: paths.waitlist.pattern, lazy: () => import('./features/waitlist/waitlist-page.tsx') },
  { id: 'newsletter-confirm', path: paths.newsletterConfirm.pattern, lazy: () => import('./features/newsletter/confirm-page.tsx') },
  {
    id: 'newsletter-unsubscribe',
    path: paths.newsletterUnsubscribe.pattern,
    lazy: () => import('./features/newsletter/unsubscribe-page.tsx'),
  },
];
