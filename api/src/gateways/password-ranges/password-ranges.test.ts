import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createPasswordRanges } from './password-ranges.ts';

let stop = async () => {};
afterEach(() => stop());

/** Starts a range service with this request handler. */
async function rangesBy(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => new Promise((resolve) => server.close(() => resolve()));
  return createPasswordRanges(`http://127.0.0.1:${(server.address() as AddressInfo).port}/range`);
}
const leaked = 'D09CA3762AF61E59520943DC26494F8941B';

test('the range service gets only the prefix, and its padding is removed', async () => {
  const asked: unknown[] = [];
  const ranges = await rangesBy((request, response) => {
    asked.push([request.url, request.headers['add-padding']]);
    response.end(`${leaked}:42\r\n${'0'.repeat(35)}:0\r\nnonsense`);
  });
  expect(await ranges.suffixesOf('7C4A8')).toEqual([leaked]);
  expect(asked).toEqual([['/range/7C4A8', 'true']]);
});

test("the range service's rejection is reported", async () => {
  const ranges = await rangesBy((_, response) => response.writeHead(429).end());
  await expect(ranges.suffixesOf('7C4A8')).rejects.toThrow('429');
});
