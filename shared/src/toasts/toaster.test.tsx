import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TOAST_MS, TOAST_REMOVE_DELAY_MS } from './limits.ts';
import { dismiss, show } from './toaster.tsx';

const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
const itsTimeIsOver = async () => {
  await wait(TOAST_MS.success);
  await wait(TOAST_REMOVE_DELAY_MS);
};
const closeButtons = () => screen.getAllByRole('button', { name: 'Fechar aviso' });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(async () => {
  await act(async () => dismiss());
  await wait(TOAST_REMOVE_DELAY_MS);
  vi.useRealTimers();
  document.querySelector('#opener')?.remove();
});

test('a toast that is dismissed by keyboard does not delay later toasts, and moves the focus on', async () => {
  document.body.insertAdjacentHTML('beforeend', '<button id="opener">Copiar</button>');
  document.getElementById('opener')?.focus();
  await act(async () => show('success', 'Um', {}));
  await wait(100);
  await act(async () => show('success', 'Dois', {}));
  await act(async () => closeButtons()[0]?.focus());
  await wait(TOAST_MS.success * 2);
  expect(closeButtons(), 'held').toHaveLength(2);

  await act(async () => closeButtons()[0]?.click());
  expect(document.activeElement).toBe(closeButtons()[1]);
  await wait(TOAST_REMOVE_DELAY_MS);
  await act(async () => closeButtons()[0]?.click());
  expect(document.activeElement?.id).toBe('opener');
  await wait(TOAST_REMOVE_DELAY_MS);

  await act(async () => show('success', 'Três', {}));
  expect(screen.getByText('Três')).toBeDefined();
  await itsTimeIsOver();
  expect(screen.queryByText('Três')).toBeNull();
});

test('a toast that is removed while it has the focus does not delay later toasts', async () => {
  await act(async () => show('success', 'Um', { id: 'one' }));
  await wait(100);
  await act(async () => closeButtons()[0]?.focus());
  await act(async () => dismiss('one'));
  await wait(TOAST_REMOVE_DELAY_MS);
  await act(async () => show('success', 'Dois', {}));
  await itsTimeIsOver();
  expect(screen.queryByText('Dois')).toBeNull();
});
