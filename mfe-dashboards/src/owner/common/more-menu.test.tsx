import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { MoreMenu } from './more-menu.tsx';

const open = async () => {
  const element = (
    <>
      <MoreMenu of="Raízes">
        <button type="button">Excluir</button>
      </MoreMenu>
      <button type="button">Fora</button>
    </>
  );
  await renderInSite({ routes: [{ path: '/', element }], at: '/', preferences: { locale: 'pt-BR' } });
  return screen.getByRole<HTMLDetailsElement>('group');
};

it('the menu closes with Escape, and returns the focus to its button', async () => {
  const user = userEvent.setup();
  const menu = await open();
  await user.click(screen.getByText('Mais'));
  expect(menu.open).toBe(true);
  await user.tab();
  await user.keyboard('{Escape}');
  expect(menu.open).toBe(false);
  expect(document.activeElement?.textContent).toBe('Mais: Raízes');
});

it('the menu closes when the focus or a press goes elsewhere', async () => {
  const user = userEvent.setup();
  const menu = await open();
  await user.click(screen.getByText('Mais'));
  await user.tab();
  await user.tab();
  expect(menu.open).toBe(false);
  await user.click(screen.getByText('Mais'));
  await user.click(document.body);
  expect(menu.open).toBe(false);
});
