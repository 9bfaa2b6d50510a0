import sharp from 'sharp';
import { expect, test } from 'vitest';
import { thumbnailEndings } from './thumbnail-files.ts';
import { drawOwnThumbnails, drawThumbnails } from './thumbnails.ts';

const plain = (width: number, height: number, background: string) => sharp({ create: { width, height, channels: 3, background } });

test('a 4:3 thumbnail becomes 16:9 in every width and format, without its black bars', async () => {
  const inner = await plain(480, 270, '#c8694a').png().toBuffer();
  const letterbox = await plain(480, 360, '#000')
    .composite([{ input: inner }])
    .jpeg()
    .toBuffer();
  const { color, files } = await drawThumbnails(letterbox);
  expect(files.map(({ ending }) => ending)).toEqual(thumbnailEndings);
  for (const { body, ending, type } of files) {
    const { format, width = 0, height = 0 } = await sharp(body).metadata();
    expect([`-${width}.${type.replace('image/', '')}`, height]).toEqual([ending, (width * 9) / 16]);
    expect(format).toBe(type === 'image/avif' ? 'heif' : 'webp');
    const corner = await sharp(body).extract({ left: 0, top: 0, width: 4, height: 4 }).stats();
    expect(corner.channels[0]?.mean, 'no bar at the top').toBeGreaterThan(150);
  }
  expect(color).toMatch(/^#[c-d][0-9a-f]6[0-9a-f]4[0-9a-f]$/);
});

test("a thumbnail's version changes only with the picture, and every file contains the version", async () => {
  const red = await plain(64, 36, '#f00').jpeg().toBuffer();
  const blue = await plain(64, 36, '#00f').jpeg().toBuffer();
  const [first, again, other] = await Promise.all([drawThumbnails(red), drawThumbnails(red), drawThumbnails(blue)]);
  expect(again.version).toBe(first.version);
  expect(other.version).not.toBe(first.version);
  for (const { version, files } of [first, other]) for (const { body, ending } of files) expect(body.includes(version), ending).toBe(true);
});

test.each([
  ['text', new TextEncoder().encode('<html>')],
  ['no content', new Uint8Array()],
  ['half of a picture', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
])('a file with %s is no thumbnail', async (_, bytes) => {
  await expect(drawThumbnails(bytes)).rejects.toThrow();
});

test("the owner's thumbnail is turned upright and loses all metadata of the upload", async () => {
  const taken = await plain(900, 1_600, '#c8694a')
    .withExif({ IFD0: { Artist: 'Somebody', Orientation: '6' } })
    .jpeg()
    .toBuffer();
  const { files } = await drawOwnThumbnails(taken, 'a1b2c3d4e5f6');
  for (const { body } of files) expect((await sharp(body).metadata()).exif).toBeUndefined();
});

test.each([
  ['an SVG with a script', 'not_picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['one of 100 megapixels', 'too_many_pixels', await plain(10_000, 10_000, '#000').png({ compressionLevel: 9 }).toBuffer()],
])('a file like %s is rejected as a thumbnail (%s)', async (_, problem, bytes) => {
  await expect(drawOwnThumbnails(bytes, 'a1b2c3d4e5f6')).rejects.toMatchObject({ name: 'BadPicture', problem });
});
