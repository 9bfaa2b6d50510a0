import { expect, test } from 'vitest';
import { addLinkTags, dropLinkTags } from './link-tags.ts';

test.each([
  ['', ''],
  ['?', ''],
  ['?utm_source=ig&utm_campaign=natal', ''],
  ['?utm_source=ig&q=f%C3%A9+e%20luz&fbclid=a&page=2&igshid=b', '?q=f%C3%A9+e%20luz&page=2'],
  ['?q=utm_source', '?q=utm_source'],
])('the query %j without link tags is %j', (search, kept) => {
  expect(dropLinkTags(search)).toBe(kept);
});

test.each([
  ['/novo', '', '/novo'],
  ['/novo', '?t=402', '/novo'],
  ['/novo?t=402', '?utm_source=ig&t=402&cupom=A%20B', '/novo?t=402&utm_source=ig&cupom=A%20B'],
  ['/novo', '?fbclid=a', '/novo?fbclid=a'],
])('the URL %j receives the link tags of the query %j', (address, search, whole) => {
  expect(addLinkTags(address, search)).toBe(whole);
});
