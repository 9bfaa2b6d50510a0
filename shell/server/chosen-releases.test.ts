import type { RegisteredRelease, ReleaseRegistry } from '@site/shared/federation/registry.ts';
import { previewDigest } from '@site/shared/releases/registry-file.ts';
import { describe, expect, it } from 'vitest';
import { chooseReleases, type Visitor } from './chosen-releases.ts';

const release = (version: string) => ({ name: 'mfe-shop', version }) as RegisteredRelease;
const visitor: Visitor = { asked: undefined, now: new Date('2026-03-01T12:00:00Z') };
const versionFor = (registry: ReleaseRegistry, changes: Partial<Visitor> = {}) =>
  chooseReleases(registry, { ...visitor, ...changes }).registry.remotes['mfe-shop']?.version;

const plain: ReleaseRegistry = { remotes: { 'mfe-shop': release('live') } };

it('every visitor gets the live release if there is no preview', () => {
  expect(chooseReleases(plain, visitor)).toEqual({ registry: plain, preview: null });
});

describe('a preview of a release', () => {
  const until = '2026-03-02T12:00:00Z';
  const registry: ReleaseRegistry = {
    ...plain,
    previews: [{ remote: 'mfe-shop', release: release('next'), digest: previewDigest('s3cret'), until }],
  };

  it('a preview of a release is shown only to visitors with its link', () => {
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
  ])('a preview of a release is not shown for the invalid value %s', (asked) => expect(versionFor(registry, { asked })).toBe('live'));

  it('a preview of a release ends at its end time', () =>
    expect(versionFor(registry, { asked: 'mfe-shop@next~s3cret', now: new Date(until) })).toBe('live'));
});
