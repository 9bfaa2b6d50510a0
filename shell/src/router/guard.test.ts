import type { Session } from '@site/shared/site/site.ts';
import { describe, expect, it } from 'vitest';
import { destinationOf, guard } from './guard.ts';

const signedIn = (role: 'customer' | 'candidate' | 'admin' | null, emailVerified = true): Session => ({
  status: 'signed-in',
  uid: 'u1',
  email: 'pessoa@semente.test',
  emailVerified,
  me: role && { uid: 'u1', email: 'pessoa@semente.test', name: null, photoUrl: null, role, permissions: [] },
});

describe('the guard of the personal areas', () => {
  it('the guard waits while the session is unknown', () => {
    expect(guard({ status: 'unknown' }, '/user-dashboard', '')).toBe('wait');
  });
  it("the guard lets anybody open the page of an order's link, whose key the API checks", () => {
    for (const session of [{ status: 'unknown' } as const, { status: 'signed-out' } as const, signedIn(null, false)])
      expect(guard(session, '/order/1/read/raizes', '')).toBe('enter');
  });
  it('the guard sends a visitor to sign-in, and back to the same tab afterwards', () => {
    expect(guard({ status: 'signed-out' }, '/user-dashboard', '?tab=orders')).toEqual({
      redirectTo: '/signin?returnTo=%2Fuser-dashboard%3Ftab%3Dorders',
    });
  });
  it('the guard sends a visitor to sign-in, and back to the same part of the page', () => {
    expect(guard({ status: 'signed-out' }, '/dashboard/messages', '', '#message-12')).toEqual({
      redirectTo: `/signin?${new URLSearchParams({ returnTo: '/dashboard/messages#message-12' })}`,
    });
  });
  it('the guard sends a person with an unconfirmed address to the page that asks for the confirmation', () => {
    expect(guard(signedIn(null, false), '/dashboard', '')).toEqual({ redirectTo: '/check-email?returnTo=%2Fdashboard' });
  });
  it('the guard lets a customer into the customer area before the API has returned the role', () => {
    expect(guard(signedIn(null), '/user-dashboard', '')).toBe('enter');
  });
  it('the guard waits for the role before the admin area', () => {
    expect(guard(signedIn(null), '/dashboard/support', '')).toBe('wait');
  });
  it('the guard sends a customer away from the admin area', () => {
    expect(guard(signedIn('customer'), '/dashboard', '')).toEqual({ redirectTo: '/user-dashboard' });
  });
  it('the guard sends a candidate from the admin area to the page that makes admins, and opens the library', () => {
    expect(guard(signedIn('candidate'), '/dashboard', '')).toEqual({ redirectTo: '/claim-admin' });
    expect(guard(signedIn('candidate'), '/user-dashboard', '')).toBe('enter');
  });
  it('the guard lets an admin into both areas', () => {
    expect(guard(signedIn('admin'), '/dashboard', '')).toBe('enter');
    expect(guard(signedIn('admin'), '/user-dashboard', '')).toBe('enter');
  });
  it('the guard does not mistake a similar path for the admin area', () => {
    expect(guard(signedIn('customer'), '/dashboards', '')).toBe('enter');
  });
});

describe('the target page after sign-in', () => {
  it('sign-in returns to the previous page', () => expect(destinationOf(signedIn('customer'), '/cart')).toBe('/cart'));
  it("sign-in leads to the person's own area by default", () => expect(destinationOf(signedIn('customer'), null)).toBe('/user-dashboard'));
  it('sign-in leads an admin to the admin area from a public page, or from the beginning of the own area', () => {
    for (const from of [null, '/cart', '/dashboards', '/user-dashboard'])
      expect(destinationOf(signedIn('admin'), from), String(from)).toBe('/dashboard');
  });
  it.each(['/dashboard?tab=orders', '/dashboard/messages#message-12', '/user-dashboard/orders/1#presentes', '/user-dashboard?tab=orders'])(
    'sign-in leads an admin whose session ended at %s back to that page',
    (from) => expect(destinationOf(signedIn('admin'), from)).toBe(from),
  );
  it('sign-in leads a candidate to the page that makes admins', () =>
    expect(destinationOf(signedIn('candidate'), '/cart')).toBe('/claim-admin'));
  it('sign-in leads an invited candidate to the invitation', () =>
    expect(destinationOf(signedIn('candidate'), '/join-team?token=x')).toBe('/join-team?token=x'));
  it('sign-in leads a person with an unconfirmed address to the page that asks for the confirmation', () =>
    expect(destinationOf(signedIn(null, false), '/cart')).toBe('/check-email?returnTo=%2Fcart'));
  it('the target after sign-in is unknown until the role is known', () => expect(destinationOf(signedIn(null), '/cart')).toBeNull());
  it('sign-in has no target for a visitor without a session', () => expect(destinationOf({ status: 'signed-out' }, '/cart')).toBeNull());
});
