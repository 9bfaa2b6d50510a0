import { toast } from '@site/shared/site/site.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { finishDeletion } from './finish-deletion.ts';

const refusal = (code: string) => Object.assign(new Error('Firebase: internals'), { code: `auth/${code}` });
const told = () => [vi.spyOn(toast, 'success'), vi.spyOn(toast, 'plain')].map((spy) => spy.mockImplementation(() => undefined));

afterEach(() => {
  vi.restoreAllMocks();
  document.documentElement.lang = '';
});

it('an unfinished deletion removes the rest of the account, ends its session and tells the person', async () => {
  const [success] = told();
  const done: string[] = [];
  await finishDeletion({ remove: async () => void done.push('removed'), signOut: async () => void done.push('signed out') });
  expect(done).toEqual(['removed', 'signed out']);
  expect(success).toHaveBeenCalledWith(expect.stringContaining('Sua conta foi excluída.'), expect.anything());
});

it('an unfinished deletion asks for a recent sign-in, in the language of the page', async () => {
  document.documentElement.lang = 'en';
  const [success, plain] = told();
  const signOut = vi.fn(async () => undefined);
  await finishDeletion({ remove: () => Promise.reject(refusal('requires-recent-login')), signOut });
  expect(signOut).toHaveBeenCalledOnce();
  expect(plain).toHaveBeenCalledWith(expect.stringContaining('sign in once more'), expect.anything());
  expect(success).not.toHaveBeenCalled();
});

it('an unfinished deletion that fails temporarily keeps the session, so that it is retried', async () => {
  const signOut = vi.fn(async () => undefined);
  await expect(finishDeletion({ remove: () => Promise.reject(refusal('network-request-failed')), signOut })).rejects.toThrow();
  expect(signOut).not.toHaveBeenCalled();
});
