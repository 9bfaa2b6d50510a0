import { type AdminMessage, AdminMessageSchema } from '@site/shared/contracts/admin-messages.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './messages-tab.tsx';

const aMessage = (changes: object = {}): AdminMessage =>
  v.parse(AdminMessageSchema, {
    id: 'm1',
    number: 1001,
    name: 'Ana Souza',
    email: 'ana@leitores.test',
    subject: 'ebook_support',
    message: 'Não consigo abrir.\nPode ajudar?',
    locale: 'pt-BR',
    state: 'new',
    receivedAt: '2026-03-01T12:00:00.000Z',
    assignee: null,
    replies: [],
    ...changes,
  });
const list = (...messages: AdminMessage[]) => ({ messages, nextCursor: null, previousCursor: null });
const aReply = (changes: object = {}) => ({
  id: 'r1',
  body: 'Claro, Ana.',
  by: 'equipe@semente.test',
  at: '2026-03-02T12:00:00.000Z',
  state: 'queued',
  undoSeconds: 20,
  ...changes,
});
const savedAnswers = {
  'GET /api/admin/saved-answers': () => ({ answers: [] }),
  'GET /api/admin/message-assignees': () => ({ assignees: [{ uid: 'uid-1', email: 'equipe@semente.test' }] }),
};
const bia = { uid: 'uid-2', email: 'bia@semente.test' };
const open = (query = '') => openTab(Component, '/dashboard', `/dashboard?tab=messages${query}`);

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

describe('the message list', () => {
  it('the message list opens a message to be read and answered by email', async () => {
    const user = userEvent.setup();
    signIn();
    playApi({ ...savedAnswers, 'GET /api/admin/messages': () => list(aMessage()) });
    await open();
    await user.click(await screen.findByText('Ana Souza'));
    expect(screen.getByText('Ajuda com um eBook')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Responder no meu programa de e-mail' }).getAttribute('href')).toContain(
      'mailto:ana%40leitores.test?subject=',
    );
  });

  it('the message list marks messages, and shows their new state', async () => {
    const user = userEvent.setup();
    signIn();
    let state = 'new';
    const bodies: unknown[] = [];
    playApi({
      ...savedAnswers,
      'GET /api/admin/messages': () => list(aMessage({ state })),
      'PUT /api/admin/messages/m1/state': ({ body }) => {
        bodies.push(body);
        state = 'answered';
        return aMessage({ state });
      },
    });
    await open();
    await user.click(await screen.findByText('Ana Souza'));
    await user.click(screen.getByRole('button', { name: 'Marcar como respondida' }));
    expect(await screen.findByRole('button', { name: 'Marcar como nova' })).toBeDefined();
    expect(bodies).toEqual([{ state: 'answered', previousState: 'new' }]);
    expect(await screen.findByText('Mensagem marcada como respondida')).toBeDefined();
    expect(document.activeElement?.tagName).toBe('SUMMARY');
  });

  it('the message list says that another admin marked a message meanwhile, and shows its state', async () => {
    const user = userEvent.setup();
    signIn();
    let state = 'new';
    playApi({
      ...savedAnswers,
      'GET /api/admin/messages': () => list(aMessage({ state })),
      'PUT /api/admin/messages/m1/state': () => {
        state = 'spam';
        return refused(409, 'changed_meanwhile');
      },
    });
    await open();
    await user.click(await screen.findByText('Ana Souza'));
    await user.click(screen.getByRole('button', { name: 'Marcar como respondida' }));
    expect(await screen.findByText(/Alguém mudou isto enquanto você olhava/)).toBeDefined();
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Marcar como spam' })).toBeNull());
  });

  it('the message list keeps a message while its reply can be cancelled, even in a list of unanswered messages', async () => {
    const user = userEvent.setup();
    signIn();
    let isAnswered = false;
    playApi({
      'GET /api/admin/messages': () => (isAnswered ? list() : list(aMessage())),
      'GET /api/admin/saved-answers': () => ({ answers: [] }),
      'POST /api/admin/messages/m1/replies': () => {
        isAnswered = true;
        return aMessage({ state: 'answered', replies: [aReply()] });
      },
      'DELETE /api/admin/messages/m1/replies/r1': () => {
        isAnswered = false;
        return aMessage();
      },
    });
    await open('&state=new');
    await user.click(await screen.findByText('Ana Souza'));
    await user.type(screen.getByRole('textbox', { name: 'Resposta para Ana Souza' }), 'Claro, Ana.');
    await user.click(screen.getByRole('button', { name: 'Enviar resposta' }));
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull());
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Resposta para Ana Souza' }).value).toBe('Claro, Ana.');
  });

  it('the message list replies with a saved answer once, despite repeated presses, and can cancel the reply in time', async () => {
    const user = userEvent.setup();
    signIn();
    let replies: object[] = [];
    const bodies: { attemptId: string; body: string; lastReplyId: string | null }[] = [];
    playApi({
      'GET /api/admin/messages': () => list(aMessage({ replies })),
      'GET /api/admin/saved-answers': () => ({
        answers: [{ id: 'a', title: { 'pt-BR': 'Ajuda', en: 'Help' }, text: { 'pt-BR': 'Olá, {nome} ({numero}).', en: 'x' } }],
      }),
      'POST /api/admin/messages/m1/replies': ({ body }) => {
        bodies.push(body as (typeof bodies)[number]);
        if (bodies.length === 1) return refused(503, 'service_unavailable');
        replies = [aReply({ id: `r${bodies.length}`, body: bodies.at(-1)?.body })];
        return aMessage({ replies });
      },
      'DELETE /api/admin/messages/m1/replies/r2': () => {
        replies = [];
        return aMessage();
      },
    });
    await open();
    await user.click(await screen.findByText('Ana Souza'));
    const field = screen.getByRole('textbox', { name: 'Resposta para Ana Souza' });
    await user.click(screen.getByRole('button', { name: 'Enviar resposta' }));
    expect(await screen.findByText('Escreva a resposta.')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Inserir' }));
    await user.type(field, ' Até logo');
    await user.click(screen.getByRole('button', { name: 'Enviar resposta' }));
    expect(await screen.findByText('A resposta não foi enviada.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Enviar resposta' }));

    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    expect(bodies.map(({ body, lastReplyId }) => [body, lastReplyId])).toEqual([
      ['Olá, Ana Souza (1001). Até logo', null],
      ['Olá, Ana Souza (1001). Até logo', null],
    ]);
    expect(bodies[1]?.attemptId).toBe(bodies[0]?.attemptId);
    await vi.waitFor(() => expect((field as HTMLTextAreaElement).value).toBe('Olá, Ana Souza (1001). Até logo'));
    expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Enviar resposta' }));
    await screen.findByRole('button', { name: 'Desfazer' });
    expect((field as HTMLTextAreaElement).value).toBe('');
  });

  it('the message list allows a new reply right after a reply was cancelled, before the list reloads', async () => {
    const user = userEvent.setup();
    signIn();
    let isListHeld = false;
    const asked: unknown[] = [];
    playApi({
      ...savedAnswers,
      'GET /api/admin/messages': async () => {
        if (isListHeld) await new Promise(() => undefined);
        return list(aMessage({ replies: [aReply()] }));
      },
      'DELETE /api/admin/messages/m1/replies/r1': () => {
        isListHeld = true;
        return aMessage();
      },
      'POST /api/admin/messages/m1/replies': ({ body }) => {
        asked.push((body as { lastReplyId: unknown }).lastReplyId);
        return refused(409, 'changed_meanwhile');
      },
    });
    await open();
    await user.click(await screen.findByText('Ana Souza'));
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    await user.click(screen.getByRole('button', { name: 'Enviar resposta' }));
    await vi.waitFor(() => expect(asked).toEqual([null]));
    expect(await screen.findByText('A resposta não foi enviada.')).toBeDefined();
  });

  it('the message list points out a reply that another admin sent during writing', async () => {
    const user = userEvent.setup();
    signIn();
    let replies: object[] = [];
    const seen: unknown[] = [];
    playApi({
      ...savedAnswers,
      'GET /api/admin/messages': () => list(aMessage({ replies })),
      'POST /api/admin/messages/m1/replies': ({ body }) => {
        seen.push((body as { lastReplyId: unknown }).lastReplyId);
        if (replies.length > 0) return aMessage({ replies });
        replies = [aReply({ state: 'sent', undoSeconds: 0 })];
        return refused(409, 'changed_meanwhile');
      },
    });
    await open();
    await user.click(await screen.findByText('Ana Souza'));
    await user.type(screen.getByRole('textbox', { name: 'Resposta para Ana Souza' }), 'Oi');
    await user.click(screen.getByRole('button', { name: 'Enviar resposta' }));
    expect(await screen.findByText(/Chegou outra resposta/)).toBeDefined();
    expect(screen.getByText('Claro, Ana.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Enviar mesmo assim' }));
    await vi.waitFor(() => expect(seen).toEqual([null, 'r1']));
  });

  it('the message list keeps words that are typed while a reply is being sent, and does not treat that reply as another admin’s reply', async () => {
    const user = userEvent.setup();
    signIn();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let replies: object[] = [];
    playApi({
      ...savedAnswers,
      'GET /api/admin/messages': () => list(aMessage({ replies })),
      'POST /api/admin/messages/m1/replies': async ({ body }) => {
        await held;
        replies = [aReply({ body: (body as { body: string }).body })];
        return aMessage({ replies });
      },
    });
    await open();
    await user.click(await screen.findByText('Ana Souza'));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Resposta para Ana Souza' });
    await user.type(field, 'Oi');
    await user.click(screen.getByRole('button', { name: 'Enviar resposta' }));
    await user.type(field, ', Ana');
    release();
    await screen.findByRole('button', { name: 'Desfazer' });
    expect(field.value).toBe('Oi, Ana');
    expect(sessionStorage.getItem('reply m1')).toBe('"Oi, Ana"');
    expect(screen.queryByText(/Chegou outra resposta/)).toBeNull();
    screen.getByRole('button', { name: 'Enviar resposta' });
  });

  it('the message list marks selected messages as spam', async () => {
    const user = userEvent.setup();
    signIn();
    const bodies: unknown[] = [];
    playApi({
      ...savedAnswers,
      'GET /api/admin/messages': () =>
        list(
          aMessage(),
          aMessage({ id: 'm2', number: 1002, name: 'Bia' }),
          aMessage({ id: 'm3', number: 1003, name: 'Robô', state: 'spam' }),
        ),
      'POST /api/admin/messages/spam': ({ body }) => {
        bodies.push(body);
        return { marked: 1 };
      },
    });
    await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar todas' }));
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar a mensagem de Ana Souza' }));
    expect(screen.queryByRole('checkbox', { name: 'Selecionar a mensagem de Robô' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Marcar 1 como spam' }));
    expect(await screen.findByText('1 mensagem marcada como spam')).toBeDefined();
    expect(bodies).toEqual([{ ids: ['m2'] }]);
  });

  it.each([
    ['', 'Nenhuma mensagem ainda'],
    ['&q=xyz', 'Nada encontrado'],
    ['&state=spam', 'Nada encontrado'],
  ])('the message list at %j shows the empty state: %s', async (query, title) => {
    signIn();
    playApi({ 'GET /api/admin/messages': () => list() });
    await open(query);
    expect(await screen.findByRole('heading', { name: title })).toBeDefined();
  });
});

describe('the messages of a team with several members', () => {
  it('the messages of a team with several members are assigned, show their assignee, and can be filtered to one’s own', async () => {
    const user = userEvent.setup();
    signIn();
    let assignee: typeof bia | null = null;
    const asked = playApi({
      ...savedAnswers,
      'GET /api/admin/message-assignees': () => ({ assignees: [bia, { uid: 'uid-1', email: 'equipe@semente.test' }] }),
      'GET /api/admin/messages': () => list(aMessage({ assignee })),
      'PUT /api/admin/messages/m1/assignee': ({ body }) => {
        expect(body).toEqual({ uid: 'uid-2', previousUid: null });
        assignee = bia;
        return aMessage({ assignee });
      },
    });
    await open();
    await user.click(await screen.findByText('Ana Souza'));
    await user.selectOptions(await screen.findByLabelText('Quem cuida desta mensagem'), 'bia@semente.test');
    expect(await screen.findByText('Com bia@semente.test')).toBeDefined();
    await user.selectOptions(screen.getByLabelText('De quem'), 'Minhas');
    await vi.waitFor(() => expect(asked).toContain('GET /api/admin/messages?of=me'));
  });

  it('the messages of a team with several members need no assignee if only one member could be assigned', async () => {
    const user = userEvent.setup();
    signIn();
    playApi({ ...savedAnswers, 'GET /api/admin/messages': () => list(aMessage()) });
    await open();
    await user.click(await screen.findByText('Ana Souza'));
    expect(screen.queryByLabelText('Quem cuida desta mensagem')).toBeNull();
    expect(screen.queryByLabelText('De quem')).toBeNull();
  });
});
