import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PasswordField } from './password-field.tsx';

const show = () =>
  renderInSite({
    routes: [{ path: '/', Component: () => <PasswordField label="Senha" name="password" autoComplete="new-password" hasLengthHint /> }],
    at: '/',
  });
const field = () => screen.getByLabelText<HTMLInputElement>('Senha');

describe('the password field', () => {
  it('the password field shows and hides the password, and its button says which', async () => {
    const user = userEvent.setup();
    await show();
    await user.type(field(), 'jardim');
    expect(field().type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Mostrar a senha' }));
    expect([field().type, field().value]).toEqual(['text', 'jardim']);
    await user.click(screen.getByRole('button', { name: 'Ocultar a senha' }));
    expect(field().type).toBe('password');
  });

  it('the password field is known to password managers', async () => {
    await show();
    expect(field().getAttribute('autocomplete')).toBe('new-password');
  });

  it.each([
    ['', /Com 8 ou mais/],
    ['12345', /Curta demais/],
    ['123456', /^Aceita/],
    ['12345678', /^Bom tamanho/],
  ])('the password field rates the length of %j', async (typed, sentence) => {
    const user = userEvent.setup();
    await show();
    if (typed) await user.type(field(), typed);
    expect(screen.getByText(sentence).id).toBe(field().getAttribute('aria-describedby'));
  });

  it('the password field warns of Caps Lock while a password is typed', async () => {
    const user = userEvent.setup();
    await show();
    await user.click(field());
    await user.keyboard('{CapsLock}A');
    expect(screen.getByRole('status').textContent).toBe('Caps Lock está ativado.');
    await user.keyboard('{CapsLock}a');
    expect(screen.getByRole('status').textContent).toBe('');
  });
});
