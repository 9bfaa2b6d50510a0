import { paths } from '@site/shared/paths/paths.ts';
import type { RouteObject } from '@site/shared/site/site.ts';

export const shellPages: RouteObject[] = [
  { index: true, lazy: () => import('./features/home/home-page.tsx') },
  { path: paths.about.pattern, lazy: () => import('./features/about/about-page.tsx') },
  { path: paths.posts.pattern, lazy: () => import('./features/posts/posts-page.tsx') },
  { path: paths.post.pattern, lazy: () => import('./features/posts/post-page.tsx') },
  { path: paths.contact.pattern, lazy: () => import('./features/contact/contact-page.tsx') },
  { path: paths.signIn.pattern, lazy: () => import('./features/sign-in/sign-in-page.tsx') },
  { path: paths.signUp.pattern, lazy: () => import('./features/sign-up/sign-up-page.tsx') },
  {
    path: paths.forgotPassword.pattern,
    lazy: () => import('./features/forgot-password/forgot-password-page.tsx'),
  },
  { path: paths.checkEmail.pattern, lazy: () => import('./features/verify-email/check-email-page.tsx') },
  { path: paths.confirmEmail.pattern, lazy: () => import('./features/verify-email/confirm-email-page.tsx') },
  { path: paths.claimAdmin.pattern, lazy: () => import('./features/claim-admin/claim-admin-page.tsx') },
  { path: paths.joinTeam.pattern, lazy: () => import('./features/join-team/join-team-page.tsx') },
  { path: paths.terms.pattern, lazy: () => import('./features/legal/terms-page.tsx') },
  { path: paths.privacy.pattern, lazy: () => import('./features/legal/privacy-page.tsx') },
  { path: paths.newsletter.pattern, lazy: () => import('./features/newsletter/newsletter-page.tsx') },
  { path: paths.waitlist.pattern, lazy: () => import('./features/waitlist/waitlist-page.tsx') },
  { path: paths.newsletterConfirm.pattern, lazy: () => import('./features/newsletter/confirm-page.tsx') },
  {
    path: paths.newsletterUnsubscribe.pattern,
    lazy: () => import('./features/newsletter/unsubscribe-page.tsx'),
  },
];
