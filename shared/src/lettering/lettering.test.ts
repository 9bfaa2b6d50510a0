import { describe, expect, it } from 'vitest';
import { FACES, getFont, unpackWoff } from './fonts.ts';
import { lettering, measureText, removeUndrawable } from './lettering.ts';

describe('the fonts of drawings', () => {
  it('a font is unpacked to a valid font file, and another format is rejected', () => {
    for (const face of FACES) expect(getFont(face).readUInt32BE(0)).toBe(0x00010000);
    expect(() => unpackWoff(Buffer.from('wOF2 is another format'))).toThrow(RangeError);
  });
});

describe('the lettering of drawings', () => {
  it('lettering leaves out characters that the font does not have', () => {
    expect(removeUndrawable('Rute 🌾 e  Noemi: “ficar” – 語', 'display')).toBe('Rute e Noemi: “ficar” –');
  });

  it('lettering draws accents as outlines, without fonts of the machine', () => {
    const drawn = lettering('Raízes à mão', { face: 'display', size: 40, x: 0, y: 0, fill: '#000' });
    expect(drawn).not.toContain('<text');
    expect(drawn.match(/<path/g)).toHaveLength('Raízes à mão'.length);
  });

  it('lettering counts tracking between letters only', () => {
    const tight = measureText('AAA', { face: 'display', size: 10 });
    expect(measureText('AAA', { face: 'display', size: 10, tracking: 0.5 })).toBeCloseTo(tight + 10);
  });
});
