import { beforeEach, describe, expect, it, vi } from 'vitest';
import { attemptFor, clearDraft, keepDraft, readDraft } from './contact-draft.ts';

const message = { name: 'Ana', email: 'ana@exemplo.test', subject: 'other', message: 'Olá' };

beforeEach(() => sessionStorage.clear());

describe('the draft of a message', () => {
  it("a message's draft is kept until the server has the message", () => {
    expect(readDraft()).toEqual({});
    keepDraft(message);
    expect(readDraft()).toEqual(message);
    clearDraft();
    expect(readDraft()).toEqual({});
  });

  it("a message's draft has one id as long as it is the same message", () => {
    const id = attemptFor(message);
    keepDraft(message);
    expect(attemptFor(message)).toBe(id);
    expect(attemptFor({ ...message, message: 'Olá de novo' })).not.toBe(id);
    clearDraft();
    expect(attemptFor(message)).not.toBe(id);
  });

  it("a message's draft works without storage: one id for the same message until it is forgotten", () => {
    const storage = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('no storage', 'SecurityError');
    });
    clearDraft();
    keepDraft(message);
    const id = attemptFor(message);
    expect(attemptFor(message)).toBe(id);
    clearDraft();
    expect(attemptFor(message)).not.toBe(id);
    storage.mockRestore();
  });

  it('an unreadable draft is ignored', () => {
    sessionStorage.setItem('contact-draft', '{');
    expect(readDraft()).toEqual({});
    sessionStorage.setItem('contact-draft', 'null');
    expect(readDraft()).toEqual({});
  });
});
