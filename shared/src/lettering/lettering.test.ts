import { describe, expect, it } from 'vitest';
import { FACES, fontOf, unpackWoff } from './fonts.ts';
import { lettering, widthOf, withoutUnknown } from './lettering.ts';

describe('fonts', () => {
  it('are unpacked to what a font file starts with, and nothing else is taken for one', () => {
    for (const face of FACES) expect(fontOf(face).readUInt32BE(0)).toBe(0x00010000);
    expect(() => unpackWoff(Buffer.from('wOF2 is another format'))).toThrow(RangeError);
  });
});

describe('lettering', () => {
  it('leaves out what a font cannot draw', () => {
    expect(withoutUnknown('Rute 🌾 e  Noemi: “ficar” – 語', 'display')).toBe('Rute e Noemi: “ficar” –');
  });

  it('draws accents as outlines, without a font of the machine', () => {
    const drawn = lettering('Raízes à mão', { face: 'display', size: 40, x: 0, y: 0, fill: '#000' });
    expect(drawn).not.toContain('<text');
    expect(drawn.match(/<path/g)).toHaveLength('Raízes à mão'.length);
  });

  it('measures tracking between letters only', () => {
    const tight = widthOf('AAA', { face: 'display', size: 10 });
    expect(widthOf('AAA', { face: 'display', size: 10, tracking: 0.5 })).toBeCloseTo(tight + 10);
  });
});
