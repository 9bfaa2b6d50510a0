import type { RegisteredRelease, ReleaseRegistry } from '@site/shared/federation/registry.ts';
import { previewDigest } from '@site/shared/releases/registry-file.ts';
import { describe, expect, it } from 'vitest';
import { chooseReleases, type Visitor } from './chosen-releases.ts';

const release = (version: string) => ({ name: 'mfe-shop', version }) as RegisteredRelease;
const since = { by: 'Ana', at: '2026-03-01T00:00:00Z' };
const visitor: Visitor = {
  address: () => '192.0.2.1',
  userAgent: () => 'Browser',
  asked: undefined,
  now: new Date('2026-03-01T12:00:00Z'),
};
const versionFor = (registry: ReleaseRegistry, changes: Partial<Visitor> = {}) =>
  chooseReleases(registry, { ...visitor, ...changes }).registry.remotes['mfe-shop']?.version;

const plain: ReleaseRegistry = { remotes: { 'mfe-shop': release('live') } };
const withCanary = (percent: number): ReleaseRegistry => ({
  ...plain,
  canaries: { 'mfe-shop': { percent, release: release('canary'), since } },
});

it('everybody has the live release when there is nothing else', () => {
  expect(chooseReleases(plain, visitor)).toEqual({ registry: plain, isOwn: false, preview: null });
});

describe('a canary', () => {
  const visitors = Array.from({ length: 2_000 }, (_, number) => `192.0.${number >> 8}.${number & 255}`);
  const gotCanary = (percent: number) =>
    visitors.filter((address) => versionFor(withCanary(percent), { address: () => address }) === 'canary');

  it('goes to as many as it is meant for', () => {
    expect(gotCanary(10).length / visitors.length).toBeCloseTo(0.1, 1);
    expect(gotCanary(50).length / visitors.length).toBeCloseTo(0.5, 1);
  });

  it('stays with a visitor for the day, and with those who had it when there are more', () => {
    const [first = ''] = gotCanary(10);
    const evening = new Date('2026-03-01T23:59:00Z');
    expect(versionFor(withCanary(10), { address: () => first, now: evening })).toBe('canary');
    const more = gotCanary(30);
    expect(gotCanary(10).every((address) => more.includes(address))).toBe(true);
  });

  it.each<[string, (number: number) => Partial<Visitor>]>([
    ['browser', (number) => ({ userAgent: () => `Browser ${number}` })],
    ['day', (number) => ({ now: new Date(Date.UTC(2026, 0, number)) })],
  ])('is drawn by the %s too, not by the address alone', (_, changes) => {
    const seen = Array.from({ length: 400 }, (_, number) => versionFor(withCanary(50), changes(number)));
    const share = seen.filter((version) => version === 'canary').length / seen.length;
    expect(Math.abs(share - 0.5)).toBeLessThan(0.1);
  });

  it('makes the page the visitor’s own', () => expect(chooseReleases(withCanary(1), visitor).isOwn).toBe(true));
});

describe('a preview', () => {
  const until = '2026-03-02T12:00:00Z';
  const registry: ReleaseRegistry = {
    ...plain,
    previews: [{ remote: 'mfe-shop', release: release('next'), digest: previewDigest('s3cret'), until }],
  };

  it('is shown to who has its address', () => {
    expect(versionFor(registry, { asked: 'mfe-shop@next~s3cret' })).toBe('next');
    expect(chooseReleases(registry, { ...visitor, asked: 'mfe-shop@next~s3cret' })).toMatchObject({
      isOwn: true,
      preview: release('next'),
    });
    expect(versionFor(registry)).toBe('live');
  });

  it.each([
    'mfe-shop@next',
    'mfe-shop@next~',
    'mfe-shop@next~other',
    'mfe-shop@live~s3cret',
    'mfe-podcast@next~s3cret',
    `mfe-shop@next~${previewDigest('s3cret')}`,
    '../../next~s3cret',
  ])('is not shown for %s', (asked) => expect(versionFor(registry, { asked })).toBe('live'));

  it('ends', () => expect(versionFor(registry, { asked: 'mfe-shop@next~s3cret', now: new Date(until) })).toBe('live'));
});
