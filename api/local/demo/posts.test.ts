import { RichTextSchema } from '@site/shared/rich-text/contract.ts';
import { embeddedIn } from '@site/shared/rich-text/plain.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { demoChannel } from './channel.ts';
import { demoEbooks } from './ebooks.ts';
import { demoPosts } from './posts.ts';

const bodies = demoPosts.flatMap(({ words }) => Object.values(words).map(({ body }) => body));

test('the demo posts match their contract', () => {
  for (const body of bodies) expect(v.parse(RichTextSchema, body)).toEqual(body);
});

test('every item embedded in a demo post exists', () => {
  const videos = demoChannel.videos.map(({ id }) => id);
  const books = demoEbooks.map(({ id }) => id);
  expect(videos).toEqual(expect.arrayContaining(bodies.flatMap((body) => embeddedIn(body, 'episode'))));
  expect(books).toEqual(expect.arrayContaining(bodies.flatMap((body) => embeddedIn(body, 'ebook'))));
});
