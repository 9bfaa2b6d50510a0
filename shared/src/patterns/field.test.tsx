import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { TextArea, TextField } from './field.tsx';
import { Select } from './select.tsx';

afterEach(cleanup);

const described = (element: HTMLElement): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();

describe('the fields of forms', () => {
  it('a field connects label, hint and error to its input', () => {
    const { rerender } = render(<TextField label="E-mail" hint="As on your account" type="email" />);
    const input = screen.getByRole('textbox', { name: 'E-mail' });
    expect(described(input)).toBe('As on your account');
    expect(input.getAttribute('aria-invalid')).toBeNull();

    rerender(<TextField label="E-mail" hint="As on your account" error="This is no address" type="email" />);
    expect(described(input)).toBe('As on your account This is no address');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert').textContent).toBe('This is no address');
  });

  it('a text area has its label as its name', () => {
    render(<TextArea label="Message" />);
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty('rows', 6);
  });

  it('a select offers its options by their labels', async () => {
    const user = userEvent.setup();
    render(
      <Select
        label="Currency"
        options={[
          { value: 'BRL', label: 'Real' },
          { value: 'USD', label: 'Dollar' },
        ]}
      />,
    );
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Currency' });
    await user.selectOptions(select, 'Dollar');
    expect(select.value).toBe('USD');
  });
});
