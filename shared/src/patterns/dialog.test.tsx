import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Button } from '../site/site.ts';
import { polyfillDialog } from '../testing/dialog-element.ts';
import { Dialog } from './dialog.tsx';

beforeAll(polyfillDialog);
afterEach(cleanup);

function Asking() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Ask</Button>
      <Dialog title="Sure?" isOpen={isOpen} onClose={() => setIsOpen(false)} actions={<Button onClick={() => setIsOpen(false)}>No</Button>}>
        <p>It cannot be undone.</p>
      </Dialog>
    </>
  );
}

describe('Dialog', () => {
  it('a dialog opens with its title as its name and closes with its button', async () => {
    const user = userEvent.setup();
    render(<Asking />);
    expect(screen.queryByRole('dialog')).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Ask' }));
    expect(screen.getByRole('dialog', { name: 'Sure?' })).toHaveProperty('open', true);

    await user.click(screen.getByRole('button', { name: 'No' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('a dialog closes by a press on the backdrop, and not when a text selection ends there', async () => {
    const user = userEvent.setup();
    render(<Asking />);
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    const dialog = screen.getByRole('dialog');

    await user.pointer([{ keys: '[MouseLeft>]', target: screen.getByText('It cannot be undone.') }, { target: dialog }]);
    // If press and release are on different elements, browsers click their common ancestor.
    await user.pointer({ keys: '[/MouseLeft]', target: dialog });
    fireEvent.click(dialog);
    expect(dialog).toHaveProperty('open', true);

    await user.pointer({ keys: '[MouseLeft]', target: dialog });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('a dialog tells its owner when the platform closes it, for example by Escape', async () => {
    const user = userEvent.setup();
    render(<Asking />);
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    const dialog = screen.getByRole<HTMLDialogElement>('dialog');
    dialog.close();
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    expect(screen.getByRole('dialog')).toHaveProperty('open', true);
  });
});
