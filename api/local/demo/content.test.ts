import { type ContentKey, contentBlocks } from '@site/shared/contracts/content.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { demoChannel } from './channel.ts';
import { demoContent } from './content.ts';
import { demoEbooks } from './ebooks.ts';

test.each(Object.keys(demoContent) as ContentKey[])('the demo content of %s matches its contract', (key) => {
  expect(v.parse(contentBlocks[key], demoContent[key])).toEqual(demoContent[key]);
});

test('every item chosen in the demo content exists', () => {
  const videos = demoChannel.videos.map(({ id }) => id);
  const books = demoEbooks.map(({ id }) => id);
  expect(videos).toEqual(expect.arrayContaining(demoContent.home?.episodeIds ?? []));
  expect(books).toEqual(expect.arrayContaining(demoContent.featured_ebooks?.ids ?? []));
});
