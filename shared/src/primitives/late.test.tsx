import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { fetchLateParts, late } from './late.tsx';

it('waits for its code, and is then drawn in the same turn', async () => {
  const arrived = Promise.withResolvers<() => string>();
  const load = vi.fn(() => arrived.promise);
  const [Late, fetch] = late(load);
  await act(async () => {
    render(
      <Suspense fallback="waiting">
        <Late />
      </Suspense>,
    );
  });
  expect(screen.getByText('waiting')).toBeDefined();
  await act(async () => arrived.resolve(() => 'here'));
  expect(screen.getByText('here')).toBeDefined();

  await fetch();
  expect(load).toHaveBeenCalledOnce();
  render(<Late />, { container: document.body.appendChild(document.createElement('aside')) });
  expect(document.querySelector('aside')?.textContent).toBe('here');
});

it('asks again for what was lost, and shows no failure meanwhile', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const load = vi.fn(async () => () => 'found').mockRejectedValueOnce(new Error('lost'));
  const [Late] = late(load);
  await act(async () => {
    render(
      <Suspense fallback="waiting">
        <Late />
      </Suspense>,
    );
  });
  expect(screen.getByText('waiting')).toBeDefined();
  await act(async () => vi.advanceTimersByTime(5_000));
  expect(screen.getByText('found')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

it('is fetched before anything needs it by what waits for all parts', async () => {
  const load = vi.fn(async () => () => 'here at once');
  const rare = vi.fn(async () => () => 'rare');
  const [Late] = late(load);
  late(rare, true);
  await fetchLateParts();
  expect(load).toHaveBeenCalledOnce();
  expect(rare).not.toHaveBeenCalled();
  render(<Late />);
  expect(screen.getByText('here at once')).toBeDefined();
});
