import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { useKeptFocus } from './use-kept-focus.ts';

function Messages() {
  useKeptFocus();
  const [names, setNames] = useState(['Ana', 'Rui']);
  const remove = (name: string) => setNames(names.filter((other) => other !== name));
  return (
    <main tabIndex={-1}>
      {names.length > 0 ? (
        <ul aria-label="Mensagens">
          {names.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => remove(name)}>
                Excluir {name}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p>Nenhuma mensagem</p>
      )}
    </main>
  );
}

it('focus moves to the nearest remaining element when the focused one is removed, and continues from there', async () => {
  const user = userEvent.setup();
  render(<Messages />);
  await user.click(screen.getByRole('button', { name: 'Excluir Ana' }));
  const list = screen.getByRole('list', { name: 'Mensagens' });
  await expect.poll(() => document.activeElement).toBe(list);
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Excluir Rui');
  expect(list.hasAttribute('tabindex')).toBe(false);
  await user.keyboard('{Enter}');
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('main'));
});

it('focus stays on the element to which the removing code moves it a moment later', async () => {
  const user = userEvent.setup();
  function Answer() {
    useKeptFocus();
    const [isSent, setIsSent] = useState(false);
    return (
      <main tabIndex={-1}>
        {!isSent && (
          <button type="button" onClick={() => setIsSent(true)}>
            Enviar
          </button>
        )}
        <input />
      </main>
    );
  }
  render(<Answer />);
  const field = screen.getByRole('textbox');
  // Runs after the hook has seen the removal.
  const moving = new MutationObserver(() => field.focus());
  moving.observe(document.body, { childList: true, subtree: true });
  await user.click(screen.getByRole('button', { name: 'Enviar' }));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(document.activeElement).toBe(field);
  moving.disconnect();
});

it('focus is left alone if it had moved before the element was removed', async () => {
  const user = userEvent.setup();
  render(<Messages />);
  const ana = screen.getByRole('button', { name: 'Excluir Ana' });
  ana.focus();
  await user.click(document.body);
  expect(document.activeElement).toBe(document.body);
  ana.click();
  await expect.poll(() => screen.queryByRole('button', { name: 'Excluir Ana' })).toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(document.activeElement).toBe(document.body);
});
