import type { Post } from '@site/shared/contracts/posts.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { line } from '@site/shared/testing/rich-texts.ts';
import { expect, test } from 'vitest';
import { handle } from './post-page.tsx';

const at = toInstant('2026-03-01T12:00:00Z');
const aPost = (visibility: Post['visibility']): Post => ({
  ...{ slug: 'ficar', kind: 'text', tags: [], publishedAt: at, changedAt: at, locales: ['pt-BR'], locale: 'pt-BR' },
  ...{ title: 'Ficar', lead: '', summary: 'Uma estrada.', minutes: 1, body: { type: 'doc', content: [line('Uma estrada.')] } },
  ...{ episodes: [], ebooks: [], visibility },
});
const metaOf = (visibility: Post['visibility'], isPreview: boolean) =>
  handle.meta({
    ...{ data: { post: aPost(visibility), isPreview }, params: {}, siteUrl: 'https://raiz.example' },
    ...{ preferences: { locale: 'pt-BR' }, brand: { author: 'Marina' } },
  } as never);

test('a text on the site says what it is; by letter only, and as a preview, search engines are told to leave it out', () => {
  expect(metaOf('site', false)).toMatchObject({ jsonLd: [{ '@type': 'BlogPosting' }] });
  expect(metaOf('site', false).isPrivate).toBeUndefined();
  for (const meta of [metaOf('letter', false), metaOf('site', true)]) {
    expect(meta.isPrivate).toBe(true);
    expect(meta.jsonLd).toBeUndefined();
  }
});
