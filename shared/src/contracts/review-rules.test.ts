import { describe, expect, it } from 'vitest';
import { isReadableName } from './review-rules.ts';

describe('a name', () => {
  it.each(['', ' ', '\u200b\u2060', '\u3164', '\u00ad', '…'])('cannot be read: %j', (name) => expect(isReadableName(name)).toBe(false));
  it.each(['Ana', 'Zé', '李', '7'])('can be read: %s', (name) => expect(isReadableName(name)).toBe(true));
});
