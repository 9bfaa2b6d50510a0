import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteMail, secondsToWait } from './mail-wait.ts';

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') });
});
afterEach(() => vi.useRealTimers());

describe('the wait before an email is sent again', () => {
  it('the wait for another email takes a minute, which is counted down', () => {
    expect(secondsToWait('verification', 'ana@exemplo.test')).toBe(0);
    noteMail('verification', 'ana@exemplo.test');
    expect(secondsToWait('verification', 'ana@exemplo.test')).toBe(60);
    vi.advanceTimersByTime(18_400);
    expect(secondsToWait('verification', 'ana@exemplo.test')).toBe(42);
    vi.advanceTimersByTime(41_600);
    expect(secondsToWait('verification', 'ana@exemplo.test')).toBe(0);
  });
  it('the wait applies to one email address in any spelling, and to one kind of email', () => {
    noteMail('verification', 'Ana@Exemplo.test ');
    expect(secondsToWait('verification', 'ana@exemplo.test')).toBe(60);
    expect(secondsToWait('verification', 'bia@exemplo.test')).toBe(0);
    expect(secondsToWait('password-reset', 'ana@exemplo.test')).toBe(0);
  });
  it('the wait does not last for hours when the clock is set back', () => {
    noteMail('verification', 'ana@exemplo.test');
    vi.setSystemTime(new Date('2026-03-01T09:00:00Z'));
    expect(secondsToWait('verification', 'ana@exemplo.test')).toBe(0);
  });
  it.each(['', 'null', '{', '{"email":"ana@exemplo.test","at":"x"}'])(
    'there is no wait for another email when storage contains %j',
    (text) => {
      sessionStorage.setItem('mail-sent:verification', text);
      expect(secondsToWait('verification', 'ana@exemplo.test')).toBe(0);
    },
  );
});
