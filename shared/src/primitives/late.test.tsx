import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { fetchLateParts, late } from './late.tsx';

it('a late part waits for its code, and then renders in the same turn', async () => {
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

it('a late part loads its code again after a failure, and shows no error meanwhile', async () => {
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

it('a late part is preloaded with all other late parts before it is needed', async () => {
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
