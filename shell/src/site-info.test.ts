import { type ApiCall, ApiError } from '@site/shared/site/site.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const info = { links: { places: [], instagram: 'https://www.instagram.com/x' }, contactEmail: 'ola@site.test' };
let calls = 0;
let answer: () => Promise<unknown>;
const api = (async () => {
  calls += 1;
  return await answer();
}) as ApiCall;

/** Imports the module again, because it keeps its answer as long as the process lives. */
const freshProcess = async () => (await import('./site-info.ts')).readSiteInfo;

beforeEach(() => {
  calls = 0;
  answer = async () => info;
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it("simultaneous pages load the site's data once, and the next page shows later publications", async () => {
  const read = await freshProcess();
  expect(await Promise.all([read(api), read(api)])).toEqual([info, info]);
  expect(calls).toBe(1);
  const published = { ...info, contactEmail: 'nova@site.test' };
  answer = async () => published;
  vi.advanceTimersByTime(1_000);
  expect(await read(api)).toEqual(published);
  expect(calls).toBe(2);
});

it('a page shows the last data of the site while the new data are slow', async () => {
  const read = await freshProcess();
  await read(api);
  answer = () => new Promise(() => undefined);
  vi.advanceTimersByTime(60_000);
  const reading = read(api);
  await vi.advanceTimersByTimeAsync(600);
  expect(await reading).toEqual(info);
});

it('a page works without the API, and keeps the last data of the site', async () => {
  const read = await freshProcess();
  answer = async () => {
    throw new ApiError('service_unavailable', 0);
  };
  expect(await read(api)).toBeNull();
  answer = async () => info;
  vi.advanceTimersByTime(60_000);
  expect(await read(api)).toEqual(info);
});

it("no page waits for the footer's data", async () => {
  const read = await freshProcess();
  answer = () => new Promise(() => undefined);
  const waiting = read(api);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await waiting).toBeNull();
});
