import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { typeOnIdlePage } from './type-on-idle-page.ts';
import { DELETE_MS, REST_MS, TYPE_MS } from './typewriter.ts';

const heading =
  '<span data-types=""><i data-phrase="Ler"></i><i data-phrase="Ouvir"></i><b data-line=""><u data-letters="">Ler</u><s data-letters=""></s></b></span>';
const shown = () => document.querySelector('u')?.textContent;
const isMotionWanted = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }));

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = heading;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('on an idle page the phrase is deleted and the next one typed, without moving the layout', () => {
  isMotionWanted(true);
  const stop = typeOnIdlePage();
  expect(shown()).toBe('Ler');
  vi.advanceTimersByTime(REST_MS);
  expect([shown(), document.querySelector('s')?.textContent]).toEqual(['Le', 'r']);
  vi.advanceTimersByTime(2 * DELETE_MS + 3 * TYPE_MS);
  expect([shown(), document.querySelector('s')?.textContent]).toEqual(['Ouv', 'ir']);
  stop();
});

it('on an idle page stopping restores the original heading', () => {
  isMotionWanted(true);
  const stop = typeOnIdlePage();
  vi.advanceTimersByTime(REST_MS + 5 * TYPE_MS);
  stop();
  expect(document.body.innerHTML).toBe(heading);
  vi.advanceTimersByTime(10 * REST_MS);
  expect(document.body.innerHTML).toBe(heading);
});

it('on an idle page no heading moves with reduced motion, or on a page without phrases', () => {
  isMotionWanted(false);
  typeOnIdlePage()();
  vi.advanceTimersByTime(10 * REST_MS);
  expect(document.body.innerHTML).toBe(heading);
  isMotionWanted(true);
  document.body.innerHTML = '<h1>Loja</h1>';
  typeOnIdlePage()();
  expect(document.body.innerHTML).toBe('<h1>Loja</h1>');
});
