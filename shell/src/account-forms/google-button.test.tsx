import { GOOGLE_WINDOW_CLOSED } from '@site/shared/google-window/google-window.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { GoogleButton } from './google-button.tsx';

const identity = vi.hoisted(() => ({ prepareGoogle: vi.fn(), signInWithGoogle: vi.fn() }));
vi.mock('../identity/session.ts', () => ({ siteIdentity: async () => identity }));

const button = () => screen.getByRole('button', { name: 'Entrar com o Google' });
const isBusy = () => button().getAttribute('aria-busy') === 'true';

const steps: unknown[] = [];
async function press(outcome: () => Promise<unknown>) {
  identity.prepareGoogle.mockResolvedValue(undefined);
  identity.signInWithGoogle.mockReset().mockImplementation(outcome);
  const problems: unknown[] = [];
  await renderInSite({
    routes: [
      {
        path: '/',
        Component: () => <GoogleButton onProblem={(problem) => problems.push(problem)} onSecondStep={(finish) => steps.push(finish)} />,
      },
    ],
    at: '/',
  });
  await vi.waitFor(() => expect(isBusy()).toBe(false));
  await userEvent.click(button());
  return problems;
}
const failed = (code: string) => () => Promise.reject(Object.assign(new Error('Firebase'), { code: `auth/${code}` }));

describe('the Google button', () => {
  it('the Google button is enabled when the person returns, even before the provider reports the closed window', async () => {
    await press(() => new Promise(() => {}));
    expect(isBusy()).toBe(true);
    act(() => void fireEvent.focus(window));
    expect(isBusy()).toBe(false);
    await userEvent.click(button());
    expect(identity.signInWithGoogle).toHaveBeenCalledTimes(2);
  });
  it("the Google button is enabled after Google's window is closed", async () => {
    await press(() => new Promise(() => {}));
    expect(isBusy()).toBe(true);
    act(() => void dispatchEvent(new Event(GOOGLE_WINDOW_CLOSED)));
    expect(isBusy()).toBe(false);
  });
  it('the Google button waits until its window can open, so that no browser blocks it', async () => {
    const loading = Promise.withResolvers<void>();
    identity.prepareGoogle.mockReturnValue(loading.promise);
    identity.signInWithGoogle.mockReset();
    await renderInSite({
      routes: [{ path: '/', Component: () => <GoogleButton onProblem={() => undefined} onSecondStep={() => undefined} /> }],
      at: '/',
    });
    expect(isBusy()).toBe(true);
    await userEvent.click(button());
    expect(identity.signInWithGoogle).not.toHaveBeenCalled();
    await act(async () => loading.resolve());
    expect(isBusy()).toBe(false);
    await userEvent.click(button());
    expect(identity.signInWithGoogle).toHaveBeenCalledOnce();
  });
  it('the Google button hands the sign-in to the form for the code if the account requires a code', async () => {
    const finish = async () => undefined;
    await press(async () => finish);
    await vi.waitFor(() => expect(steps).toEqual([finish]));
  });
  it('the Google button is replaced by instructions in browsers where Google refuses sign-in', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) Instagram 334.0.0.29.94');
    await renderInSite({
      routes: [{ path: '/', Component: () => <GoogleButton onProblem={() => undefined} onSecondStep={() => undefined} /> }],
      at: '/',
    });
    expect(await screen.findByText(/abra esta página no navegador/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Entrar com o Google' })).toBeNull();
    vi.restoreAllMocks();
  });
  it.each([
    ['popup-closed-by-user', null],
    ['popup-blocked', 'popup-blocked'],
    ['network-request-failed', 'network-request-failed'],
    ['internal-error', 'google'],
  ])('the Google button is enabled after %s', async (code, problem) => {
    const problems = await press(failed(code));
    await vi.waitFor(() => expect(problems).toEqual([null, problem]));
    expect(isBusy()).toBe(false);
  });
  it('the Google button is enabled after its own code failed to load', async () => {
    const problems = await press(() => Promise.reject(new Error('Loading chunk 7 failed')));
    await vi.waitFor(() => expect(problems).toEqual([null, 'google']));
    expect(isBusy()).toBe(false);
  });
});
