import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawApart, drawApartUnlessBusy } from './draw-apart.ts';
import { TooManyWaiting } from './limited-work.ts';

const plain = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#a8432a' } });
const photo = (bytes: Uint8Array) => drawApart('photo', async () => bytes);

/** An AVIF of one megapixel whose header claims a hundredth of that. */
async function lyingAvif(): Promise<Buffer> {
  const file = await plain(1_000).avif({ quality: 30, effort: 0 }).toBuffer();
  for (let at = file.indexOf('ispe'); at !== -1; at = file.indexOf('ispe', at + 1)) {
    file.writeUInt32BE(100, at + 8);
    file.writeUInt32BE(100, at + 12);
  }
  return file;
}

test.each([
  ['an AVIF of 13 megapixels', 'too_many_pixels', () => plain(3_600).avif({ quality: 30, effort: 0 }).toBuffer()],
  ['a JPEG of 26 megapixels', 'too_many_pixels', () => plain(5_100).jpeg().toBuffer()],
  ['an AVIF with more pixels than its header declares', 'damaged', lyingAvif],
])(
  'a picture like %s is rejected before it is decoded (%s)',
  async (_about, problem, make) => {
    const bytes = await make();
    const before = process.memoryUsage.rss();
    await expect(photo(bytes)).rejects.toMatchObject({ name: 'BadPicture', problem });
    expect(process.memoryUsage.rss() - before).toBeLessThan(50 * 1024 ** 2);
  },
  60_000,
);

test('the API draws one picture at a time, and queues only a few pictures of visitors', async () => {
  const bytes = await plain(8).png().toBuffer();
  let reading = 0;
  let most = 0;
  const read = async () => {
    reading += 1;
    most = Math.max(most, reading);
    await new Promise((resolve) => setTimeout(resolve, 20));
    reading -= 1;
    return bytes;
  };
  const asked = await Promise.allSettled(Array.from({ length: 8 }, () => drawApartUnlessBusy('photo', read)));
  expect(most).toBe(1);
  expect(asked.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), ...Array(3).fill('rejected')]);
  expect(asked.at(-1)).toMatchObject({ reason: expect.any(TooManyWaiting) });
}, 60_000);

test('a bug in the drawing code does not count as an invalid picture', async () => {
  await expect(drawApart('post', async () => Promise.reject(new Error('storage is gone')))).rejects.toThrow('storage is gone');
  await expect(drawApart('brand', async () => await plain(700).png().toBuffer(), 'portrait')).rejects.toThrow('TypeError');
});
