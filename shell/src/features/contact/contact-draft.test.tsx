import { beforeEach, describe, expect, it, vi } from 'vitest';
import { attemptFor, clearDraft, keepDraft, readDraft } from './contact-draft.ts';

const message = { name: 'Ana', email: 'ana@exemplo.test', subject: 'other', message: 'Olá' };

beforeEach(() => sessionStorage.clear());

describe('the draft of a message', () => {
  it('the draft of a message is kept until the server has the message', () => {
    expect(readDraft()).toEqual({});
    keepDraft(message);
    expect(readDraft()).toEqual(message);
    clearDraft();
    expect(readDraft()).toEqual({});
  });

  it('the draft of a message keeps its id as long as the message stays the same', () => {
    const id = attemptFor(message);
    keepDraft(message);
    expect(attemptFor(message)).toBe(id);
    expect(attemptFor({ ...message, message: 'Olá de novo' })).not.toBe(id);
    clearDraft();
    expect(attemptFor(message)).not.toBe(id);
  });

  it('the draft of a message keeps one id until it is discarded, even without storage', () => {
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

  it('the unreadable draft of a message is ignored', () => {
    sessionStorage.setItem('contact-draft', '{');
    expect(readDraft()).toEqual({});
    sessionStorage.setItem('contact-draft', 'null');
    expect(readDraft()).toEqual({});
  });
});
