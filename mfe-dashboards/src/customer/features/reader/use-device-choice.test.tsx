import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDeviceChoice } from './use-device-choice.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

const open = (first: boolean) => renderHook(() => useDeviceChoice('reader-night', () => first)).result;

describe('a choice of the reader', () => {
  it("a reader's choice starts with the device's setting", () => {
    expect(open(true).current[0]).toBe(true);
    expect(open(false).current[0]).toBe(false);
  });
  it("a reader's choice overrides the device's setting in both directions", () => {
    const dark = open(true);
    act(() => dark.current[1](false));
    expect(dark.current[0]).toBe(false);
    expect(open(true).current[0]).toBe(false);
    const light = open(false);
    act(() => light.current[1](true));
    expect(open(false).current[0]).toBe(true);
  });
  it("a reader's choice lasts while the book is open if the device cannot store it", () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    const choice = open(false);
    act(() => choice.current[1](true));
    expect(choice.current[0]).toBe(true);
  });
});
