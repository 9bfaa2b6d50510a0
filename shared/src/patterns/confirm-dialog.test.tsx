import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Button } from '../site/site.ts';
import { polyfillDialog } from '../testing/dialog-element.ts';
import { renderInSite } from '../testing/render-in-site.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

polyfillDialog();

/** A page whose dialog only exists while it is open. */
function Page({ isStoppable = false }: { isStoppable?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const actions = (
    <Button isPending={isPending} onClick={() => setIsPending(true)}>
      Apagar
    </Button>
  );
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Abrir
      </button>
      {isOpen && (
        <ConfirmDialog title="Apagar?" isOpen isStoppable={isStoppable} onClose={() => setIsOpen(false)} actions={actions}>
          <input aria-label="Por quê" />
        </ConfirmDialog>
      )}
    </>
  );
}

test('a confirmation dialog returns the focus to where it was', async () => {
  const user = userEvent.setup();
  await renderInSite({ routes: [{ path: '/', Component: Page }], at: '/' });
  await user.click(screen.getByRole('button', { name: 'Abrir' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Por quê'));
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Abrir' }));
});

test('a confirmation dialog stays open while its action runs, and shows the outcome', async () => {
  const user = userEvent.setup();
  await renderInSite({ routes: [{ path: '/', Component: Page }], at: '/' });
  await user.click(screen.getByRole('button', { name: 'Abrir' }));
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Apagar?' });
  expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Apagar' }));
  expect(fireEvent(dialog, new Event('cancel', { cancelable: true })), 'Escape').toBe(false);
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  dialog.close();
  expect([dialog.isConnected, dialog.open]).toEqual([true, true]);
});

test('a confirmation dialog that can stop its running action closes at once', async () => {
  const user = userEvent.setup();
  await renderInSite({ routes: [{ path: '/', Component: () => <Page isStoppable /> }], at: '/' });
  await user.click(screen.getByRole('button', { name: 'Abrir' }));
  await user.click(screen.getByRole('button', { name: 'Apagar' }));
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
