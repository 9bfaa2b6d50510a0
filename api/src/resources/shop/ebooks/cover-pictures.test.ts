import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { coverEndings } from './cover-files.ts';
import { drawCover } from './cover-pictures.ts';

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#a8432a' } });
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a %s picture makes every file of a cover, 2:3, with nothing but pixels',
  async (format) => {
    const taken = await picture(900, 600)
      .withExif({ IFD0: { Copyright: 'Somebody', Artist: 'Somebody' } })
      [format]()
      .toBuffer();
    const { color, files } = await drawCover(taken);
    expect(color).toMatch(/^#[0-9a-f]{6}$/);
    expect(files.map(({ ending }) => ending).toSorted()).toEqual([...coverEndings].toSorted());
    for (const { ending, body } of files) {
      const { width, height, exif, format: kind } = await sharp(body).metadata();
      expect([ending, height / width, exif]).toEqual([ending, 1.5, undefined]);
      expect(kind).toBe(ending.endsWith('.avif') ? 'heif' : 'webp');
    }
  },
  60_000,
);

describe('an invalid cover', () => {
  test.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ['a drawing with a script', 'not_picture', () => Buffer.from(SVG)],
    ['a PDF', 'not_picture', () => Buffer.from('%PDF-1.4')],
    ['a GIF', 'not_picture', () => picture(9, 9).gif().toBuffer()],
    ['nothing', 'not_picture', () => new Uint8Array()],
    ['the beginning of a picture and nothing else', 'damaged', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['half a picture', 'damaged', async () => (await picture(600, 900).jpeg().toBuffer()).subarray(0, 700)],
    ['30,000 × 30,000 points', 'too_many_pixels', () => hugePng()],
  ])('a cover is rejected: %s (%s)', async (_about, problem, make) => {
    await expect(drawCover(await make())).rejects.toMatchObject({ name: 'BadPicture', problem });
  });
});

/** A small PNG whose header claims 30,000 × 30,000 pixels. */
async function hugePng(): Promise<Uint8Array> {
  const png = await picture(8, 8).png().toBuffer();
  png.writeUInt32BE(30_000, 16);
  png.writeUInt32BE(30_000, 20);
  const { crc32 } = await import('node:zlib');
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}
