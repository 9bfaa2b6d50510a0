import type { AdminReview } from '@site/shared/contracts/admin-reviews.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './reviews-tab.tsx';

const at = toInstant('2026-03-01T12:00:00Z');
const began: AdminReview = {
  ...{ id: 'r1', stars: 4, text: 'Gostei.', name: 'Ana', reply: null, writtenAt: at, isFree: false, locale: 'pt-BR' },
  ...{ ebook: { id: 'rute', title: 'Rute' }, uid: 'uid-2', email: null, state: 'published', hiddenReason: null, revision: 1 },
};

/** Mocks the API with one review. Saving its reply is answered after `held`. */
function playReview(held: () => Promise<void> = async () => undefined) {
  let review = began;
  const sent: unknown[] = [];
  const move = (change: Partial<AdminReview>) => {
    review = { ...review, ...change, revision: review.revision + 1 };
    return review;
  };
  playApi({
    'GET /api/admin/reviews': () => ({ reviews: [review], ebooks: [], nextCursor: null, previousCursor: null }),
    'PUT /api/admin/reviews/r1/reply': async ({ body }) => {
      await held();
      const { reply, revision } = body as { reply: string; revision: number };
      sent.push(body);
      return revision === review.revision ? move({ reply: { text: reply, at } }) : refused(409, 'changed_meanwhile');
    },
  });
  return { sent, changeElsewhere: move };
}

const open = async () => {
  await openTab(Component, '/dashboard', '/dashboard?tab=reviews');
  await userEvent.click(await screen.findByRole('button', { name: 'Responder: Ana' }));
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Resposta para Ana' });
};
const publish = () => userEvent.click(screen.getByRole('button', { name: 'Publicar resposta' }));

beforeEach(() => {
  polyfillDialog();
  sessionStorage.clear();
  signIn();
});
afterEach(() => vi.unstubAllGlobals());

describe('a reply to a review', () => {
  it('the form for a reply to a review takes the focus when it opens, and returns the focus when it closes', async () => {
    playReview(async () => undefined);
    const field = await open();
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Responder: Ana' })));
  });

  it('a reply to a review keeps the words that are typed during a save, and can save them afterwards', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { sent } = playReview(() => held);
    const field = await open();
    await userEvent.type(field, 'Obrigada');
    await publish();
    await userEvent.type(field, ', Ana');
    release();
    await screen.findByRole('button', { name: 'Publicar resposta' });
    expect(field.value).toBe('Obrigada, Ana');
    await publish();
    await waitFor(() =>
      expect(sent).toEqual([
        { reply: 'Obrigada', revision: 1 },
        { reply: 'Obrigada, Ana', revision: 2 },
      ]),
    );
  });

  it('a reply to a review survives when its review leaves the list and returns', async () => {
    playReview();
    const field = await open();
    await userEvent.type(field, 'Obrigada, Ana');
    cleanup();
    await openTab(Component, '/dashboard', '/dashboard?tab=reviews');
    const again = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Resposta para Ana' });
    expect(again.value).toBe('Obrigada, Ana');
    await publish();
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Resposta para Ana' })).toBeNull());
    cleanup();
    await openTab(Component, '/dashboard', '/dashboard?tab=reviews');
    expect(await screen.findByRole('button', { name: 'Mudar a resposta: Ana' })).toBeDefined();
  });

  it('a reply to a review never overwrites another admin’s reply unless that reply was shown', async () => {
    const { sent, changeElsewhere } = playReview();
    const field = await open();
    await userEvent.type(field, 'Oi');
    changeElsewhere({ reply: { text: 'Claro, Ana.', at } });
    await act(async () => window.dispatchEvent(new Event('visibilitychange')));
    await publish();
    await screen.findByText(/^A resposta não foi publicada\. Alguém mudou isto/);
    await screen.findByText('Claro, Ana.');
    expect(field.value).toBe('Oi');
    await publish();
    await waitFor(() => expect(sent).toMatchObject([{ revision: 1 }, { revision: 2 }]));
  });
});
