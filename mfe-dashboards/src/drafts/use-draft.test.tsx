import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { onDevice } from './draft-storage.ts';
import { keptDraft, useDraft } from './use-draft.ts';

beforeEach(() => localStorage.clear());

const saved = { version: 1, body: { title: 'antes' } };
/** Simulates the editor of one block in a separate tab. */
const openTab = () => renderHook(() => useDraft(onDevice('u1', 'faq'), saved));
const kept = () => keptDraft<{ title: string }>(onDevice('u1', 'faq'))?.body.title ?? null;

test('a tab without typed words leaves the draft of another tab alone', () => {
  const [untouched, writing] = [openTab(), openTab()];
  act(() => writing.result.current.write({ title: 'depois' }));
  writing.unmount();
  expect(kept()).toBe('depois');
  window.dispatchEvent(new Event('pagehide'));
  untouched.unmount();
  expect(kept()).toBe('depois');
});

test('a tab with an older draft keeps the newer one, even when it discards its own', () => {
  const first = openTab();
  act(() => first.result.current.write({ title: 'mais velho' }));
  first.unmount();
  const [reading, writing] = [openTab(), openTab()];
  expect(reading.result.current.body.title).toBe('mais velho');
  act(() => writing.result.current.write({ title: 'mais novo' }));
  writing.unmount();
  act(() => reading.result.current.discard());
  reading.unmount();
  expect(kept()).toBe('mais novo');
});

test('a discarded draft is no longer stored', () => {
  const tab = openTab();
  act(() => tab.result.current.write({ title: 'depois' }));
  window.dispatchEvent(new Event('pagehide'));
  expect(kept()).toBe('depois');
  act(() => tab.result.current.discard());
  tab.unmount();
  expect(kept()).toBeNull();
});

test('a draft of a never published text becomes stale when the original text changes, until it is rebased', () => {
  const suggested = (title: string) => ({ version: 0, body: { title } });
  const open = (title: string) => renderHook((known) => useDraft(onDevice('u1', 'privacy'), known), { initialProps: suggested(title) });
  const first = open('site.test responde');
  act(() => first.result.current.write({ title: 'site.test responde por tudo' }));
  expect(first.result.current.isStale).toBe(false);
  first.unmount();

  const later = open('Um Site responde');
  expect(later.result.current.isStale).toBe(true);
  act(() => later.result.current.rebase({ title: 'Um Site responde por tudo' }));
  expect(later.result.current.isStale).toBe(false);
  later.rerender(suggested('Outro Site responde'));
  expect(later.result.current.isStale).toBe(true);
});

test('two bodies of the same version that differ only in their serialisation count as the same', () => {
  const tab = renderHook((known) => useDraft(onDevice('u1', 'faq'), known), { initialProps: saved });
  act(() => tab.result.current.write({ title: 'depois' }));
  tab.rerender({ version: 1, body: { title: 'antes, em outro idioma' } });
  expect(tab.result.current.isStale).toBe(false);
});

test('a draft survives a save of another part, and becomes stale after a save of its own part', () => {
  const open = (version: number, title: string, price: string) => ({ version, body: { title, price } });
  const { result, rerender } = renderHook((saved) => useDraft(onDevice('u1', 'book'), saved, undefined, [['title'], ['price']]), {
    initialProps: open(1, 'antes', '10'),
  });
  act(() => result.current.write({ title: 'depois', price: '10' }));
  rerender(open(2, 'antes', '20'));
  expect(result.current.body).toEqual({ title: 'depois', price: '20' });
  expect(result.current.isStale).toBe(false);
  rerender(open(3, 'outro', '20'));
  expect(result.current.isStale).toBe(true);
  expect(result.current.body.title).toBe('depois');
});
