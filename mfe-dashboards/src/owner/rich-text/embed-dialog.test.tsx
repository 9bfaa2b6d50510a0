import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTab } from '../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../testing/signed-in.ts';
import { EmbedDialog } from './embed-dialog.tsx';

beforeEach(() => {
  polyfillDialog();
  signIn();
});
afterEach(() => vi.unstubAllGlobals());

it('the embed dialog announces a running search, an empty result and a failure', async () => {
  const held = new Map<string, (answer: unknown) => void>();
  playApi({ 'GET /api/ebooks': ({ url }) => new Promise((resolve) => held.set(url.searchParams.get('q') ?? '', resolve)) });
  await openTab(() => <EmbedDialog kind="ebook" onClose={() => undefined} onChoose={() => undefined} />, '/', '/');
  const none = { ebooks: [], total: 0, isTotalCapped: false, nextCursor: null };
  async function answer(words: string, given: unknown, says: string) {
    await waitFor(() => expect(held.has(words)).toBe(true));
    expect(screen.getByRole('status').textContent).toBe('Pesquisando…');
    held.get(words)?.(given);
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(says));
  }
  await answer('', none, 'Nada encontrado.');
  await userEvent.type(screen.getByLabelText('Pesquisar eBooks'), 'a');
  await answer('a', refused(500, 'unexpected'), 'A pesquisa não funcionou. Tente de novo.');
});
