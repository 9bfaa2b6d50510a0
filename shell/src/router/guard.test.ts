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
  it('waits while the session is unknown', () => {
    expect(guard({ status: 'unknown' }, '/user-dashboard', '')).toBe('wait');
  });
  it('lets anybody open an order by its link, which the API judges', () => {
    for (const session of [{ status: 'unknown' } as const, { status: 'signed-out' } as const, signedIn(null, false)])
      expect(guard(session, '/order/1/read/raizes', '')).toBe('enter');
  });
  it('sends a visitor to sign-in, and back to the same tab afterwards', () => {
    expect(guard({ status: 'signed-out' }, '/user-dashboard', '?tab=orders')).toEqual({
      redirectTo: '/signin?returnTo=%2Fuser-dashboard%3Ftab%3Dorders',
    });
  });
  it('sends a visitor to sign-in, and back to the same part of the page', () => {
    expect(guard({ status: 'signed-out' }, '/dashboard/messages', '', '#message-12')).toEqual({
      redirectTo: `/signin?${new URLSearchParams({ returnTo: '/dashboard/messages#message-12' })}`,
    });
  });
  it('sends a person without a confirmed e-mail to confirm it', () => {
    expect(guard(signedIn(null, false), '/dashboard', '')).toEqual({ redirectTo: '/check-email?returnTo=%2Fdashboard' });
  });
  it('lets a customer into their area before the API has told the role', () => {
    expect(guard(signedIn(null), '/user-dashboard', '')).toBe('enter');
  });
  it('waits for the role before the admin area', () => {
    expect(guard(signedIn(null), '/dashboard/support', '')).toBe('wait');
  });
  it('sends a customer away from the admin area', () => {
    expect(guard(signedIn('customer'), '/dashboard', '')).toEqual({ redirectTo: '/user-dashboard' });
  });
  it('sends a candidate from the admin area to where they become an admin, and lets them read what they bought', () => {
    expect(guard(signedIn('candidate'), '/dashboard', '')).toEqual({ redirectTo: '/claim-admin' });
    expect(guard(signedIn('candidate'), '/user-dashboard', '')).toBe('enter');
  });
  it('lets an admin into both', () => {
    expect(guard(signedIn('admin'), '/dashboard', '')).toBe('enter');
    expect(guard(signedIn('admin'), '/user-dashboard', '')).toBe('enter');
  });
  it('does not take a look-alike for the admin area', () => {
    expect(guard(signedIn('customer'), '/dashboards', '')).toBe('enter');
  });
});

describe('where a person goes after sign-in', () => {
  it('is where they came from', () => expect(destinationOf(signedIn('customer'), '/cart')).toBe('/cart'));
  it('is their own area otherwise', () => expect(destinationOf(signedIn('customer'), null)).toBe('/user-dashboard'));
  it('is the admin area for an admin who comes from a public page, or from the beginning of the own area', () => {
    for (const from of [null, '/cart', '/dashboards', '/user-dashboard'])
      expect(destinationOf(signedIn('admin'), from), String(from)).toBe('/dashboard');
  });
  it.each(['/dashboard?tab=orders', '/dashboard/messages#message-12', '/user-dashboard/orders/1#presentes', '/user-dashboard?tab=orders'])(
    'is %s for an admin whose session ended there',
    (from) => expect(destinationOf(signedIn('admin'), from)).toBe(from),
  );
  it('is the page where a candidate becomes an admin', () => expect(destinationOf(signedIn('candidate'), '/cart')).toBe('/claim-admin'));
  it('is the invitation for a candidate who follows one', () =>
    expect(destinationOf(signedIn('candidate'), '/join-team?token=x')).toBe('/join-team?token=x'));
  it('is the confirmation of the e-mail first', () =>
    expect(destinationOf(signedIn(null, false), '/cart')).toBe('/check-email?returnTo=%2Fcart'));
  it('is not known before the role is', () => expect(destinationOf(signedIn(null), '/cart')).toBeNull());
  it('is nowhere for a visitor', () => expect(destinationOf({ status: 'signed-out' }, '/cart')).toBeNull());
});
