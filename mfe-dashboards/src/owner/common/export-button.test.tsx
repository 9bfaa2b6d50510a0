import { toast } from '@site/shared/site/site.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { openTab } from '../../testing/open-tab.tsx';
import { signIn } from '../../testing/signed-in.ts';
import { ExportButton } from './export-button.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('cancelling an export stops the download, and shows no failure', async () => {
  const user = userEvent.setup();
  signIn();
  const failure = vi.spyOn(toast, 'error');
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) => new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  await openTab(() => <ExportButton path="/api/admin/orders.csv" />, '/dashboard', '/dashboard');
  await user.click(screen.getByRole('button', { name: 'Exportar CSV' }));
  await user.click(await screen.findByRole('button', { name: 'Cancelar' }));
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Exportar CSV' }));
  expect(screen.queryByRole('button', { name: 'Cancelar' })).toBeNull();
  expect(failure).not.toHaveBeenCalled();
});
