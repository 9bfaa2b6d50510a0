import { type AuditLog, AuditLogSchema } from '@site/shared/contracts/audit-log.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './audit-log-tab.tsx';

const list: AuditLog = v.parse(AuditLogSchema, {
  entries: [
    {
      id: 2,
      at: '2026-03-01T12:00:00.000Z',
      actorEmail: 'admin@semente.test',
      requestId: 'request-2',
      action: 'ebook_edited',
      subject: { kind: 'ebook', id: 'raizes', name: null },
      before: { title: 'Antes' },
      after: { title: 'Depois' },
    },
    {
      id: 1,
      at: '2026-03-01T11:00:00.000Z',
      actorEmail: 'equipe@semente.test',
      requestId: 'request-1',
      action: 'order_email_resent',
      subject: { kind: 'order', id: 'order-1', name: '1007' },
      before: null,
      after: null,
    },
  ],
  actors: ['admin@semente.test', 'equipe@semente.test'],
  nextCursor: null,
  previousCursor: null,
});
const none = { ...list, entries: [], actors: [] };

const open = (query = '') => openTab(Component, '/dashboard', `/dashboard?tab=audit-log${query}`);

afterEach(() => vi.unstubAllGlobals());

describe('the audit log', () => {
  it('the audit log shows each change with its subject, its author, and the values before and after', async () => {
    signIn();
    playApi({ 'GET /api/admin/audit-log': () => list });
    await open();
    const [edited, resent] = within(await screen.findByRole('list', { name: 'Mudanças, da mais nova à mais antiga' })).getAllByRole(
      'listitem',
    );
    expect(edited?.textContent).toContain('Livro editado');
    expect(edited?.textContent).toContain('eBook raizes · admin@semente.test');
    expect(edited?.querySelector('dl')?.textContent).toBe('TítuloAntesAntesDepoisDepois');
    expect(resent?.querySelector('dl')?.textContent).toBe('');
    expect(screen.getByRole('link', { name: 'pedido nº 1007' }).getAttribute('href')).toBe('/dashboard/orders/order-1');
  });

  it('the audit log describes changes of a text by field names, and changes of list items by their labels', async () => {
    signIn();
    const question = (id: string) => ({ id, question: { 'pt-BR': id, en: id }, answer: { 'pt-BR': id, en: id } });
    const published = v.parse(AuditLogSchema.entries.entries.item, {
      ...list.entries[0],
      action: 'content_published',
      subject: { kind: 'content', id: 'faq', name: null },
      before: { items: [question('a')] },
      after: { items: [question('n'), question('a')] },
    });
    playApi({ 'GET /api/admin/audit-log': () => ({ ...list, entries: [published] }) });
    await open();
    const row = await screen.findByRole('listitem');
    expect(row.textContent).toContain('conteúdo “Perguntas frequentes” · admin@semente.test');
    expect(row.querySelector('dl')?.textContent).toContain('Pergunta 1Entrou na listaPergunta (português)n');
  });

  it('the audit log filters by kind and person, and keeps the filters in the URL', async () => {
    const user = userEvent.setup();
    signIn();
    const asked = playApi({ 'GET /api/admin/audit-log': () => list });
    const { router } = await open('&after=c1');
    await screen.findByText('Livro editado');
    await user.selectOptions(screen.getByLabelText('Tipo'), 'eBook');
    await screen.findByDisplayValue('eBook');
    await screen.findByText('Livro editado');
    await user.selectOptions(screen.getByLabelText('Pessoa'), 'equipe@semente.test');
    expect(router.state.location.search).toBe('?tab=audit-log&kind=ebook&by=equipe%40semente.test');
    await vi.waitFor(() => expect(asked.at(-1)).toBe('GET /api/admin/audit-log?kind=ebook&by=equipe%40semente.test'));
  });

  it.each([
    ['', 'Nenhuma mudança ainda'],
    ['&kind=order', 'Nada encontrado'],
    ['&after=c9', 'Nada encontrado'],
  ])('the audit log at %j shows the empty state: %s', async (query, title) => {
    signIn();
    playApi({ 'GET /api/admin/audit-log': () => none });
    await open(query);
    expect(await screen.findByRole('heading', { name: title })).toBeDefined();
  });

  it('the audit log reports a loading failure, and retries on request', async () => {
    const user = userEvent.setup();
    signIn();
    let isDown = true;
    playApi({ 'GET /api/admin/audit-log': () => (isDown ? refused(500, 'unexpected') : list) });
    await open();
    expect(await screen.findByRole('heading', { name: 'Não foi possível carregar o histórico' })).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByText('Livro editado')).toBeDefined();
  });
});
