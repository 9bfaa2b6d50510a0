import type { MyReview } from '@site/shared/contracts/reviews.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../../routes.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const PATH = '/user-dashboard/reviews/rute';
const mine = (review: MyReview['review']): MyReview => ({ title: 'Rute', language: 'pt-BR', mayWrite: true, name: 'Ana', review });
const written = { stars: 2, text: 'De outra aba.', name: 'Ana', reply: null, state: 'published', hiddenReason: null, revision: 1 } as const;

describe('a review', () => {
  it('a review keeps the typed text when another tab saved first, and can be saved over it', async () => {
    const user = userEvent.setup();
    signIn();
    let kept: MyReview['review'] = null;
    const sent: unknown[] = [];
    playApi({
      'GET /api/me/reviews/rute': () => mine(kept),
      'PUT /api/me/reviews/rute': ({ body }) => {
        sent.push(body);
        if (kept) return mine({ ...written, ...(body as object), revision: 2 });
        kept = written;
        return refused(409, 'changed_meanwhile');
      },
    });
    await renderInSite({ routes, at: PATH });
    await user.type(await screen.findByLabelText(/O que você achou/), 'Gostei.');
    await user.click(screen.getByRole('button', { name: 'Publicar avaliação' }));
    expect(screen.getByText('Escolha de 1 a 5 estrelas.')).toBeDefined();
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('radio', { name: /^5 de 5/ }));
    await user.click(screen.getByRole('button', { name: 'Publicar avaliação' }));

    expect(await screen.findByText(/mudou em outra aba/)).toBeDefined();
    expect(await screen.findByText(/De outra aba\./)).toBeDefined();
    expect(screen.getByLabelText<HTMLTextAreaElement>(/O que você achou/).value).toBe('Gostei.');
    await user.click(screen.getByRole('button', { name: 'Salvar mudanças' }));
    const review = { stars: 5, text: 'Gostei.', name: 'Ana', locale: 'pt-BR' };
    await waitFor(() => expect(sent).toEqual([0, 1].map((revision) => ({ ...review, revision }))));
    await waitFor(() => expect(sessionStorage.length).toBe(0));
  });

  it.each(['a refetch', 'a reload of the page'])('a review does not overwrite unseen text of another tab after %s', async (when) => {
    const user = userEvent.setup();
    vi.useFakeTimers({ toFake: ['Date'] });
    signIn();
    let kept: NonNullable<MyReview['review']> = { ...written, text: 'Gostei.' };
    const sent: unknown[] = [];
    const asked = playApi({
      'GET /api/me/reviews/rute': () => mine(kept),
      'PUT /api/me/reviews/rute': ({ body }) => {
        const { revision, text } = body as { revision: number; text: string };
        sent.push(revision);
        if (revision !== kept.revision) return refused(409, 'changed_meanwhile');
        kept = { ...kept, text, revision: revision + 1 };
        return mine(kept);
      },
    });
    await renderInSite({ routes, at: PATH });
    await user.type(await screen.findByLabelText(/O que você achou/), ' Muito');
    kept = { ...kept, text: 'De outra aba.', revision: 2 };
    if (when === 'a reload of the page') {
      cleanup();
      await renderInSite({ routes, at: PATH });
    } else {
      vi.setSystemTime(Date.now() + 120_000);
      await act(async () => window.dispatchEvent(new Event('visibilitychange')));
    }
    await waitFor(() => expect(asked).toHaveLength(2));
    await user.click(await screen.findByRole('button', { name: 'Salvar mudanças' }));
    expect(await screen.findByText(/mudou em outra aba/)).toBeDefined();
    expect(await screen.findByText(/De outra aba\./)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Salvar mudanças' }));
    await waitFor(() => expect(kept.text).toBe('Gostei. Muito'));
    expect(sent).toEqual([1, 2]);
  });

  it('a review page does not treat its own save, made while the reader leaves the page, as another tab’s save', async () => {
    const user = userEvent.setup();
    signIn();
    let kept: NonNullable<MyReview['review']> | null = null;
    const sent: unknown[] = [];
    playApi({
      'GET /api/me/reviews/rute': () => mine(kept),
      'PUT /api/me/reviews/rute': ({ body }) => {
        const { revision, text } = body as { revision: number; text: string };
        sent.push(revision);
        if (revision !== (kept?.revision ?? 0)) return refused(409, 'changed_meanwhile');
        kept = { ...written, text, revision: revision + 1 };
        // The first call is never answered.
        return sent.length === 1 ? new Promise<never>(() => undefined) : mine(kept);
      },
    });
    await renderInSite({ routes, at: PATH });
    await user.type(await screen.findByLabelText(/O que você achou/), 'Gostei.');
    await user.click(screen.getByRole('radio', { name: /^2 de 5/ }));
    await user.click(screen.getByRole('button', { name: 'Publicar avaliação' }));
    await waitFor(() => expect(sent).toEqual([0]));
    cleanup();
    await renderInSite({ routes, at: PATH });
    await user.type(await screen.findByLabelText(/O que você achou/), ' Muito');
    await user.click(screen.getByRole('button', { name: 'Salvar mudanças' }));
    await waitFor(() => expect(sent).toEqual([0, 1]));
    expect(screen.queryByText(/mudou em outra aba/)).toBeNull();
  });

  it('a review shows another tab’s text if nothing was typed here', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    signIn();
    let kept: MyReview = mine({ ...written, text: 'Gostei.' });
    playApi({ 'GET /api/me/reviews/rute': () => kept });
    await renderInSite({ routes, at: PATH });
    const field = await screen.findByLabelText<HTMLTextAreaElement>(/O que você achou/);
    kept = mine({ ...written, revision: 2 });
    vi.setSystemTime(Date.now() + 120_000);
    await act(async () => window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(field.value).toBe('De outra aba.'));
  });

  it('a review keeps the words that are typed during a save', async () => {
    const user = userEvent.setup();
    signIn();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let kept: NonNullable<MyReview['review']> = written;
    playApi({
      'GET /api/me/reviews/rute': () => mine(kept),
      'PUT /api/me/reviews/rute': async ({ body }) => {
        const { revision, text } = body as { revision: number; text: string };
        await held;
        if (revision !== kept.revision) return refused(409, 'changed_meanwhile');
        kept = { ...written, text, revision: revision + 1 };
        return mine(kept);
      },
    });
    await renderInSite({ routes, at: PATH });
    const field = await screen.findByLabelText<HTMLTextAreaElement>(/O que você achou/);
    await user.type(field, ' Sim');
    await user.click(screen.getByRole('button', { name: 'Salvar mudanças' }));
    await user.type(field, '!');
    release();
    await screen.findByRole('button', { name: 'Salvar mudanças' });
    expect(field.value).toBe('De outra aba. Sim!');
    expect(sessionStorage.getItem('review:uid-1:rute')).toContain('Sim!');
    await user.click(screen.getByRole('button', { name: 'Salvar mudanças' }));
    await waitFor(() => expect(sessionStorage.length).toBe(0));
  });

  it('a review shows why its text is hidden, and that a name may not contain a link', async () => {
    const user = userEvent.setup();
    signIn();
    playApi({ 'GET /api/me/reviews/rute': () => mine({ ...written, state: 'hidden', hiddenReason: 'spam' }) });
    await renderInSite({ routes, at: PATH });
    expect(await screen.findByText(/O texto foi ocultado \(spam\)/)).toBeDefined();
    const name = screen.getByLabelText('Nome que aparece');
    await user.clear(name);
    await user.type(name, 'loja.com');
    await user.click(screen.getByRole('button', { name: 'Salvar mudanças' }));
    expect(screen.getByText('O nome não pode ter links, e-mails ou telefones.')).toBeDefined();
  });

  it('a review offers a way back when the book is not the reader’s', async () => {
    signIn();
    playApi({ 'GET /api/me/reviews/rute': () => refused(404, 'not_found') });
    await renderInSite({ routes, at: PATH });
    expect(await screen.findByRole('heading', { name: 'Este livro não está na sua biblioteca' })).toBeDefined();
  });
});
