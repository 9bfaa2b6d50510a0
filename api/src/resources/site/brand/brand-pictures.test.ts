import { PORTRAIT_RATIO } from '@site/shared/contracts/pictures.ts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { brandFilesOf } from './brand-files.ts';
import { drawBrandPicture } from './brand-pictures.ts';

const MIDDLE = { x: 0.5, y: 0.5 };
const RED = '#c01010';
const plain = (width: number, height: number, channels: 3 | 4 = 3) => sharp({ create: { width, height, channels, background: RED } });

/** A picture whose left half is red and whose right half is blue. */
const twoHalves = async (width: number, height: number) =>
  plain(width, height).composite([
    {
      input: await sharp({ create: { width: width / 2, height, channels: 3, background: '#1010c0' } })
        .png()
        .toBuffer(),
      left: width / 2,
      top: 0,
    },
  ]);

async function colorOf(file: Buffer | undefined): Promise<'red' | 'blue'> {
  const { dominant } = await sharp(file).stats();
  return dominant.r > dominant.b ? 'red' : 'blue';
}

test('a portrait is cropped around its focus in every width and format, without metadata', async () => {
  const taken = await (await twoHalves(1_600, 900))
    .withExif({ IFD0: { Copyright: 'Somebody' } })
    .jpeg()
    .toBuffer();
  for (const [x, color] of [
    [0.1, 'red'],
    [0.9, 'blue'],
  ] as const) {
    const { files, width, height } = await drawBrandPicture(taken, 'portrait', { x, y: 0.5 });
    expect(height / width).toBeCloseTo(PORTRAIT_RATIO, 2);
    const names = files.map(({ ending }) => `brand/portrait.0123456789ab${ending}`);
    expect(names.toSorted()).toEqual(brandFilesOf('brand/portrait.0123456789ab').toSorted());
    for (const { body } of files) expect((await sharp(body).metadata()).exif).toBeUndefined();
    expect(await colorOf(files[0]?.body)).toBe(color);
  }
}, 60_000);

test('a logo keeps its shape, its size and its transparent background', async () => {
  const drawn = await sharp({ create: { width: 300, height: 60, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer();
  const { width, height, files } = await drawBrandPicture(drawn, 'logo', MIDDLE);
  expect([width, height]).toEqual([300, 60]);
  expect((await sharp(files[0]?.body).stats()).isOpaque).toBe(false);
});

test("the podcast's artwork is a square JPEG around its focus, and is never enlarged", async () => {
  const { files, width, height } = await drawBrandPicture(await (await twoHalves(2_000, 1_400)).png().toBuffer(), 'artwork', {
    x: 1,
    y: 0.5,
  });
  expect([width, height]).toEqual([1_400, 1_400]);
  const key = 'brand/artwork.0123456789ab';
  for (const { ending } of files) expect(brandFilesOf(key)).toContain(`${key}${ending}`);
  const jpeg = files.find(({ ending }) => ending === '-3000.jpg')?.body;
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1_400, height: 1_400 });
  expect(await colorOf(jpeg)).toBe('blue');
}, 60_000);

describe('an invalid picture of the brand', () => {
  test.each<[string, Parameters<typeof drawBrandPicture>[1], string, () => Promise<Buffer> | Buffer]>([
    [
      'a drawing with a script',
      'logo',
      'not_picture',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['an ICO', 'icon', 'not_picture', () => Buffer.from('0000010001000000', 'hex')],
    ['a photograph as a logo', 'logo', 'not_png', () => plain(400, 100).jpeg().toBuffer()],
    ['an icon that is no square', 'icon', 'not_square', () => plain(600, 512).png().toBuffer()],
    ['an icon that is too small', 'icon', 'too_small', () => plain(256, 256).png().toBuffer()],
    ['artwork that is too small', 'artwork', 'too_small', () => plain(1_399, 1_600).png().toBuffer()],
    ['a portrait that is too small', 'portrait', 'too_small', () => plain(200, 240).png().toBuffer()],
    ['100 megapixels', 'portrait', 'too_many_pixels', () => plain(10_000, 10_000).png().toBuffer()],
    ['half a picture', 'social', 'damaged', async () => (await plain(1_200, 630).jpeg().toBuffer()).subarray(0, 900)],
  ])(
    'a brand picture is rejected: %s',
    async (_about, name, problem, make) => {
      await expect(drawBrandPicture(await make(), name, MIDDLE)).rejects.toMatchObject({ name: 'BadPicture', problem });
    },
    30_000,
  );
});
