import { beforeEach, describe, expect, it, vi } from 'vitest';
import { attemptFor, forgetDraft, keepDraft, readDraft } from './contact-draft.ts';

const message = { name: 'Ana', email: 'ana@exemplo.test', subject: 'other', message: 'Olá' };

beforeEach(() => sessionStorage.clear());

describe('the draft of a message', () => {
  it('is kept until the server has it', () => {
    expect(readDraft()).toEqual({});
    keepDraft(message);
    expect(readDraft()).toEqual(message);
    forgetDraft();
    expect(readDraft()).toEqual({});
  });

  it('has one id as long as it is the same message', () => {
    const id = attemptFor(message);
    keepDraft(message);
    expect(attemptFor(message)).toBe(id);
    expect(attemptFor({ ...message, message: 'Olá de novo' })).not.toBe(id);
    forgetDraft();
    expect(attemptFor(message)).not.toBe(id);
  });

  it('does without storage: one id for the same message until it is forgotten', () => {
    const storage = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('no storage', 'SecurityError');
    });
    forgetDraft();
    keepDraft(message);
    const id = attemptFor(message);
    expect(attemptFor(message)).toBe(id);
    forgetDraft();
    expect(attemptFor(message)).not.toBe(id);
    storage.mockRestore();
  });

  it('is nothing when it cannot be read', () => {
    sessionStorage.setItem('contact-draft', '{');
    expect(readDraft()).toEqual({});
    sessionStorage.setItem('contact-draft', 'null');
    expect(readDraft()).toEqual({});
  });
});
