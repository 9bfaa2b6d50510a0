import type { RegisteredRelease, ReleaseRegistry } from '@site/shared/federation/registry.ts';
import { previewDigest } from '@site/shared/releases/registry-file.ts';
import { describe, expect, it } from 'vitest';
import { chooseReleases, type Visitor } from './chosen-releases.ts';

const release = (version: string) => ({ name: 'mfe-shop', version }) as RegisteredRelease;
const visitor: Visitor = { asked: undefined, now: new Date('2026-03-01T12:00:00Z') };
const versionFor = (registry: ReleaseRegistry, changes: Partial<Visitor> = {}) =>
  chooseReleases(registry, { ...visitor, ...changes }).registry.remotes['mfe-shop']?.version;

const plain: ReleaseRegistry = { remotes: { 'mfe-shop': release('live') } };

it('everybody has the live release when there is nothing else', () => {
  expect(chooseReleases(plain, visitor)).toEqual({ registry: plain, preview: null });
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
