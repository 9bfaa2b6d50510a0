import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, signIn } from '../../../testing/signed-in.ts';
import { DataExportPanel } from './data-export-panel.tsx';

afterEach(() => vi.unstubAllGlobals());

it('the export saves all lists as one file, and shows how much of the file has arrived', async () => {
  const user = userEvent.setup();
  signIn();
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const api = body.writable.getWriter();
  const asked = playApi({
    'GET /api/admin/lists-file': () => ({ file: null }),
    'GET /api/admin/lists.zip': () =>
      new Response(body.readable, { headers: { 'content-disposition': 'attachment; filename="exportacao.zip"' } }),
  });
  const files: Blob[] = [];
  const createObjectURL = (file: Blob) => `blob:${files.push(file)}`;
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { createObjectURL, revokeObjectURL: () => undefined }));
  const saved: string[] = [];
  const note = (event: Event) => {
    if (!(event.target instanceof HTMLAnchorElement) || !event.target.download) return;
    event.preventDefault();
    saved.push(event.target.download);
  };
  document.addEventListener('click', note);

  await openTab(() => <DataExportPanel />, '/dashboard', '/dashboard');
  await user.click(screen.getByRole('button', { name: 'Exportar tudo' }));
  expect(screen.getByRole('button', { name: 'Cancelar' })).toBeDefined();
  void api.write(new Uint8Array(1_572_864));
  expect(await screen.findByRole('button', { name: 'Exportando… 1,5 MB' })).toBeDefined();
  void api.write(new Uint8Array(1_572_864));
  expect(await screen.findByRole('button', { name: 'Exportando… 3 MB' })).toBeDefined();
  void api.close();
  await waitFor(() => expect(saved).toEqual(['exportacao.zip']));
  document.removeEventListener('click', note);
  expect(files.map(({ size }) => size)).toEqual([3_145_728]);
  expect(asked).toEqual(['GET /api/admin/lists-file', 'GET /api/admin/lists.zip?locale=pt-BR']);
});

it('an owner who asks for all lists by email reads where the email arrives', async () => {
  const user = userEvent.setup();
  signIn();
  playApi({
    'GET /api/admin/lists-file': () => ({ file: null }),
    'POST /api/admin/lists-file': () => ({ file: { state: 'preparing' } }),
  });
  await openTab(() => <DataExportPanel />, '/dashboard', '/dashboard');
  await user.click(screen.getByRole('button', { name: 'Receber por e-mail' }));
  expect(await screen.findByText(/Um e-mail chega a leitora@leitores.test/)).toBeDefined();
});

it('the prepared file of all lists is shown with its size and its last day, and is downloaded by a fresh link', async () => {
  const user = userEvent.setup();
  signIn();
  const removedAt = '2026-12-07T12:00:00.000Z';
  const asked = playApi({
    'GET /api/admin/lists-file': () => ({ file: { state: 'ready', bytes: 1_572_864, removedAt } }),
    'POST /api/admin/lists-file/link': () => ({ url: '#file', filename: 'exportacao.zip', expiresAt: removedAt }),
  });
  await openTab(() => <DataExportPanel />, '/dashboard', '/dashboard');
  expect((await screen.findByText(/^O arquivo está pronto/)).textContent).toBe(
    'O arquivo está pronto (1,5 MB). Ele fica aqui até 7 de dez. de 2026.',
  );
  await user.click(screen.getByRole('button', { name: 'Baixar o arquivo' }));
  await waitFor(() => expect(asked).toContain('POST /api/admin/lists-file/link'));
});
