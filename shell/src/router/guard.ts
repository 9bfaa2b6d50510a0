import { paths } from '@site/shared/paths/paths.ts';
import type { Session } from '@site/shared/site/site.ts';

export type Decision = 'enter' | 'wait' | { readonly redirectTo: string };

/**
 * Who may see the page at `pathname`: the holder of its link, a page of an order; else signed out → sign-in and back; e-mail not
 * confirmed → check-email; not an admin on the admin's area → the customer's, or the page where a candidate becomes one.
 */
export function guard(session: Session, pathname: string, search: string, hash = ''): Decision {
  if (pathname.startsWith('/order/')) return 'enter';
  switch (session.status) {
    case 'unknown':
      return 'wait';
    case 'signed-out':
      return { redirectTo: paths.signIn.href(`${pathname}${search}${hash}`) };
    case 'signed-in':
      if (!session.emailVerified) return { redirectTo: paths.checkEmail.href(`${pathname}${search}${hash}`) };
      if (!isAdminArea(pathname)) return 'enter';
      if (!session.me) return 'wait';
      if (session.me.role === 'admin') return 'enter';
      return { redirectTo: session.me.role === 'candidate' ? paths.claimAdmin.href() : paths.userDashboard.href() };
  }
}

const isWithin = (area: string, address: string): boolean =>
  address === area || (/^[/?#]/.test(address.slice(area.length)) && address.startsWith(area));
const isAdminArea = (address: string): boolean => isWithin(paths.dashboard.pattern, address);
/** A page of the own area that was asked for by itself, such as an order. The area's beginning is where everybody else begins. */
const isOwnPage = (address: string): boolean => isWithin(paths.userDashboard.pattern, address) && address !== paths.userDashboard.pattern;

/**
 * Where a signed-in person goes from the sign-in page, or null while the role is not known: unconfirmed → check-email,
 * admin → the page behind the sign-in that they asked for, else the admin's area, candidate → the page where they become one unless they
 * follow an invitation, others → where they came from, else their own area.
 */
export function destinationOf(session: Session, returnTo: string | null): string | null {
  if (session.status !== 'signed-in') return null;
  if (!session.emailVerified) return paths.checkEmail.href(returnTo);
  if (!session.me) return null;
  switch (session.me.role) {
    case 'admin':
      return returnTo && (isAdminArea(returnTo) || isOwnPage(returnTo)) ? returnTo : paths.dashboard.href();
    case 'candidate':
      return returnTo?.startsWith(paths.joinTeam.pattern) ? returnTo : paths.claimAdmin.href();
    default:
      return returnTo ?? paths.userDashboard.href();
  }
}
