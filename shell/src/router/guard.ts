import { paths } from '@site/shared/paths/paths.ts';
import type { Session } from '@site/shared/site/site.ts';

export type Decision = 'enter' | 'wait' | { readonly redirectTo: string };

/**
 * Who may see the page at `pathname`: the holder of its link, a page of an order; else signed out → sign-in and back; e-mail not
 * confirmed → check-email; not an admin on the admin's area → the customer's, or the page where a candidate becomes one.
 */
export function guard(session: Session, pathname: string, search: string): Decision {
  if (pathname.startsWith('/order/')) return 'enter';
  switch (session.status) {
    case 'unknown':
      return 'wait';
    case 'signed-out':
      return { redirectTo: paths.signIn.href(`${pathname}${search}`) };
    case 'signed-in':
      if (!session.emailVerified) return { redirectTo: paths.checkEmail.href(`${pathname}${search}`) };
      if (!isAdminArea(pathname)) return 'enter';
      if (!session.me) return 'wait';
      if (session.me.role === 'admin') return 'enter';
      return { redirectTo: session.me.role === 'candidate' ? paths.claimAdmin.href() : paths.userDashboard.href() };
  }
}

const isAdminArea = (pathname: string): boolean =>
  pathname === paths.dashboard.pattern || pathname.startsWith(`${paths.dashboard.pattern}/`);

/**
 * Where a signed-in person goes from the sign-in page, or null while the role is not known: unconfirmed → check-email,
 * admin → the admin's area, candidate → the page where they become one unless they follow an invitation, others → where they came from,
 * else their own area.
 */
export function destinationOf(session: Session, returnTo: string | null): string | null {
  if (session.status !== 'signed-in') return null;
  if (!session.emailVerified) return paths.checkEmail.href(returnTo);
  if (!session.me) return null;
  switch (session.me.role) {
    case 'admin':
      return paths.dashboard.href();
    case 'candidate':
      return returnTo?.startsWith(paths.joinTeam.pattern) ? returnTo : paths.claimAdmin.href();
    default:
      return returnTo ?? paths.userDashboard.href();
  }
}
