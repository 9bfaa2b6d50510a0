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

it('goes to the nearest place that is still there when what has it is removed, and on from there', async () => {
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

it('stays where the one who removed it put it', async () => {
  const user = userEvent.setup();
  function Answer() {
    useKeptFocus();
    const [isSent, setIsSent] = useState(false);
    return isSent ? (
      <input ref={(field) => field?.focus()} />
    ) : (
      <button type="button" onClick={() => setIsSent(true)}>
        Enviar
      </button>
    );
  }
  render(<Answer />);
  await user.click(screen.getByRole('button', { name: 'Enviar' }));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(document.activeElement?.tagName).toBe('INPUT');
});
