import { paths } from '@site/shared/paths/paths.ts';
import type { Session } from '@site/shared/site/site.ts';

export type Decision = 'enter' | 'wait' | { readonly redirectTo: string };

/**
 * Decides whether this person may see the page at `pathname`. Anybody may open the page of an order's link, whose key the API checks. A
 * signed-out visitor is sent to sign-in, and a person with an unconfirmed address to the check-email page. In the admin area, a customer is
 * sent to the own area, and a candidate to the page where they become an admin.
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
/**
 * Returns whether this is a particular page of the customer's own area, such as an order. The area's start page is the default for
 * everybody anyway.
 */
const isOwnPage = (address: string): boolean => isWithin(paths.userDashboard.pattern, address) && address !== paths.userDashboard.pattern;

/**
 * Returns where the sign-in page sends a signed-in person; null while the role is unknown. A person with an unconfirmed address: to the
 * check-email page. An admin: to the protected page that they requested, or else to the admin area. A candidate: to the page where they
 * become an admin, or to their invitation. Everybody else: to the page they came from, or else to their own area.
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
