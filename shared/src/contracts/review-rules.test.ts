import { describe, expect, it } from 'vitest';
import { isReadableName } from './review-rules.ts';

describe('the name of a reviewer', () => {
  it.each(['', ' ', '\u200b\u2060', '\u3164', '\u00ad', '…'])("the reviewer's name %j is unreadable", (name) =>
    expect(isReadableName(name)).toBe(false),
  );
  it.each(['Ana', 'Zé', '李', '7'])("the reviewer's name %s is readable", (name) => expect(isReadableName(name)).toBe(true));
});
