// @vitest-environment jsdom
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { GoogleButton } from './google-button.tsx';

const identity = vi.hoisted(() => ({ prepareGoogle: vi.fn(), signInWithGoogle: vi.fn() }));
vi.mock('../identity/session.ts', () => ({ siteIdentity: async () => identity }));

const button = () => screen.getByRole('button', { name: 'Entrar com o Google' });
const isBusy = () => button().getAttribute('aria-busy') === 'true';

async function press(outcome: () => Promise<void>) {
  identity.prepareGoogle.mockResolvedValue(undefined);
  identity.signInWithGoogle.mockReset().mockImplementation(outcome);
  const problems: unknown[] = [];
  await renderInSite({
    routes: [{ path: '/', Component: () => <GoogleButton onProblem={(problem) => problems.push(problem)} /> }],
    at: '/',
  });
  await userEvent.click(button());
  return problems;
}
const failed = (code: string) => () => Promise.reject(Object.assign(new Error('Firebase'), { code: `auth/${code}` }));

describe('the button of Google', () => {
  it('is free as soon as the person is back, though the provider has not said that the window was closed', async () => {
    await press(() => new Promise(() => {}));
    expect(isBusy()).toBe(true);
    act(() => void fireEvent.focus(window));
    expect(isBusy()).toBe(false);
    await userEvent.click(button());
    expect(identity.signInWithGoogle).toHaveBeenCalledTimes(2);
  });
  it.each([
    ['popup-closed-by-user', null],
    ['popup-blocked', 'popup-blocked'],
    ['network-request-failed', 'network-request-failed'],
    ['internal-error', 'google'],
  ])('is free after %s', async (code, problem) => {
    const problems = await press(failed(code));
    await vi.waitFor(() => expect(problems).toEqual([null, problem]));
    expect(isBusy()).toBe(false);
  });
  it('is free when its own code did not arrive', async () => {
    const problems = await press(() => Promise.reject(new Error('Loading chunk 7 failed')));
    await vi.waitFor(() => expect(problems).toEqual([null, 'google']));
    expect(isBusy()).toBe(false);
  });
});
