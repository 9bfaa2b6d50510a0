import { expect, test } from 'vitest';
import { instantOf, parseFeed, plainWords } from './parse-feed.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const DATE = '<pubDate>Thu, 05 Mar 2026 09:00:00 -0300</pubDate>';
const FILE = '<enclosure url="https://media.example/1.mp3" type="audio/mpeg" length="4000000"/>';
const feed = (items: string, head = '<?xml version="1.0" encoding="UTF-8"?>') =>
  `${head}<rss version="2.0"><channel><title>Pão &amp; Brasas</title><image><title>Capa</title></image>${items}</channel></rss>`;
const item = (inside: string) => feed(`<item><title>Rute</title>${inside}</item>`);
const parse = (text: string | Uint8Array) => parseFeed(typeof text === 'string' ? Buffer.from(text) : text, NOW);
const episodesOf = (text: string | Uint8Array) => {
  const parsed = parse(text);
  return 'problem' in parsed ? parsed.problem : parsed.episodes;
};
const whole = `<guid isPermaLink="false"> abc-1 </guid>${DATE}${FILE}`;

test('a feed is read with everything that podcast apps know of an episode', () => {
  const numbers = '<itunes:season>2</itunes:season><itunes:episode>7</itunes:episode><itunes:episodeType>bonus</itunes:episodeType>';
  const words = '<description><![CDATA[<p>Um <b>começo</b>.</p><ul><li>Um</li><li>Dois</li></ul>]]></description>';
  expect(parse(item(`${whole}${numbers}${words}<itunes:duration>1:02:03</itunes:duration>`))).toEqual({
    title: 'Pão & Brasas',
    episodes: [
      {
        guid: 'abc-1',
        title: 'Rute',
        description: 'Um começo.\n\n• Um\n• Dois',
        publishedAt: '2026-03-05T12:00:00.000Z',
        url: 'https://media.example/1.mp3',
        type: 'audio/mpeg',
        bytes: 4_000_000,
        seconds: 3_723,
        season: 2,
        number: 7,
        kind: 'bonus',
      },
    ],
    left: [],
    withoutGuid: 0,
    next: null,
  });
});

test('an item without a GUID gets the address of its file as its GUID', () => {
  expect(parse(item(`${DATE}${FILE}`))).toMatchObject({ episodes: [{ guid: 'https://media.example/1.mp3' }], withoutGuid: 1 });
});

test.each([
  ['no date', `<guid>a</guid>${FILE}`, 'no_date'],
  ['a date with the zone GTM', `<guid>a</guid><pubDate>Tue, 05 May 2020 18:00:00 GTM</pubDate>${FILE}`, 'no_date'],
  ['a date without a zone', `<guid>a</guid><pubDate>Tue, 05 May 2020 18:00:00</pubDate>${FILE}`, 'no_date'],
  ['a date that has not come', `<guid>a</guid><pubDate>Tue, 05 May 2099 18:00:00 GMT</pubDate>${FILE}`, 'future'],
  ['no file', `<guid>a</guid>${DATE}`, 'no_audio'],
  ['a video', `<guid>a</guid>${DATE}<enclosure url="https://media.example/1.mp4" type="video/mp4"/>`, 'not_audio'],
  ['an OGG file', `<guid>a</guid>${DATE}<enclosure url="https://media.example/1.ogg" type="audio/ogg"/>`, 'not_audio'],
  ['a file on the disk', `<guid>a</guid>${DATE}<enclosure url="file:///etc/passwd" type="audio/mpeg"/>`, 'bad_address'],
  ['a relative address', `<guid>a</guid>${DATE}<enclosure url="/1.mp3" type="audio/mpeg"/>`, 'bad_address'],
  ['a GUID of 501 characters', `<guid>${'a'.repeat(501)}</guid>${DATE}${FILE}`, 'long_guid'],
])('an item with %s is listed and not imported', (_, inside, reason) => {
  expect(parse(item(inside))).toMatchObject({ episodes: [], left: [{ title: 'Rute', reason }] });
});

test('an item without a title, or with the GUID of an earlier item, is listed and not imported', () => {
  const parsed = parse(feed(`<item>${whole}</item><item><title>Um</title>${whole}</item><item><title>Dois</title>${whole}</item>`));
  expect(parsed).toMatchObject({
    episodes: [{ title: 'Um' }],
    left: [
      { title: '', reason: 'no_title' },
      { title: 'Dois', reason: 'repeated' },
    ],
  });
});

test.each([
  ['0', '60', { bytes: 960_000, seconds: 60 }],
  ['1', '60', { bytes: 960_000, seconds: 60 }],
  ['480000', '60', { bytes: 480_000, seconds: 60 }],
  ['480000', '0', { bytes: 480_000, seconds: null }],
  ['0', '', { bytes: 0, seconds: null }],
])('a stated length of %s bytes and a stated duration of "%s" are read as %o', (length, duration, told) => {
  const enclosure = `<enclosure url="https://media.example/1.m4a" type="audio/x-m4a" length="${length}"/>`;
  expect(episodesOf(item(`${DATE}${enclosure}<itunes:duration>${duration}</itunes:duration>`))).toMatchObject([
    { ...told, type: 'audio/mp4' },
  ]);
});

test.each([
  ['3600', 3_600],
  ['60:00', 3_600],
  ['00:01:30', 90],
  ['90.5', 90],
  ['1h', null],
  ['-5', null],
])('a duration of "%s" is read as %s seconds', (written, seconds) => {
  expect(episodesOf(item(`${whole}<itunes:duration>${written}</itunes:duration>`))).toMatchObject([{ seconds }]);
});

test.each([
  ['Thu, 05 Mar 2026 09:00:00 GMT', '2026-03-05T09:00:00.000Z'],
  ['5 March 2026 09:00 EST', '2026-03-05T14:00:00.000Z'],
  ['2026-03-05T09:00:00-03:00', '2026-03-05T12:00:00.000Z'],
  ['quinta-feira', null],
  ['2026-03-05', null],
])('the date of an item, %s, is read as %s', (written, instant) => expect(instantOf(written)).toBe(instant));

test.each([
  ['an HTML page', '<!DOCTYPE html><html><title>Podcast</title></html>', 'page'],
  ['a Jekyll template', '---\nlayout: null\n---\n<?xml version="1.0"?><rss></rss>', 'template'],
  ['a document type', item(whole).replace('<rss', '<!DOCTYPE rss SYSTEM "http://x.example/rss.dtd"><rss'), 'doctype'],
  [
    'entities that grow',
    item('<description>&b;</description>').replace('<rss', '<!DOCTYPE r [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]><rss'),
    'doctype',
  ],
  ['an Atom feed', '<feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title></feed>', 'not_feed'],
  ['a text', 'Não é um feed.', 'not_feed'],
  ['an empty file', '', 'not_feed'],
  ['5,001 items', feed('<item/>'.repeat(5_001)), 'too_many'],
])('a feed is refused: %s', (_, text, problem) => expect(parse(text)).toEqual({ problem }));

test('a feed with 5,000 items is read', () => {
  expect(parse(feed('<item/>'.repeat(5_000)))).toMatchObject({ left: { length: 5_000 } });
});

test('blanks before the XML declaration, unknown entities and unclosed elements do not hide the episodes', () => {
  expect(episodesOf(`\n  ${item(whole)}`)).toMatchObject([{ guid: 'abc-1' }]);
  const broken = item(`${whole}<description>Pão &eacute; &bomba; bom <br> e`);
  expect(episodesOf(broken)).toMatchObject([{ guid: 'abc-1' }]);
});

test.each([
  ['ISO-8859-1', Buffer.from(item(whole).replace('UTF-8', 'ISO-8859-1').replace('Rute', 'Oração'), 'latin1'), 'Oração'],
  [
    'Windows-1252 without a declaration',
    Buffer.from(
      item(whole)
        .replace(/^<\?xml.*?\?>/, '')
        .replace('Rute', 'Oração'),
      'latin1',
    ),
    'Oração',
  ],
  [
    'GB2312',
    Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="gb2312"?><rss><channel><title>x</title><item><title>'),
      Buffer.from([0xc4, 0xe3, 0xba, 0xc3]),
      Buffer.from(`</title>${whole}</item></channel></rss>`),
    ]),
    '你好',
  ],
  ['UTF-16', Buffer.from(`\uFEFF${item(whole).replace('UTF-8', 'UTF-16').replace('Rute', 'Oração')}`, 'utf16le'), 'Oração'],
  ['an encoding that does not exist', Buffer.from(item(whole).replace('UTF-8', 'x-nada').replace('Rute', 'Oração')), 'Oração'],
])('a feed in %s is decoded', (_, bytes, title) => expect(episodesOf(new Uint8Array(bytes))).toMatchObject([{ title }]));

test('a link of a description keeps its address, and scripts are left out', () => {
  expect(plainWords('<script>alert(1)</script>Leia <a href="https://a.example/x">aqui</a>.<br/>Fim &amp; paz')).toBe(
    'Leia aqui (https://a.example/x).\nFim & paz',
  );
  expect(plainWords('00:00 Um\n05:00 Dois\n\nTrês < quatro')).toBe('00:00 Um\n05:00 Dois\n\nTrês < quatro');
});

test('the address of the next page of a feed is returned', () => {
  expect(parse(feed('<atom:link rel="next" href="https://a.example/feed?page=2"/>'))).toMatchObject({
    next: 'https://a.example/feed?page=2',
  });
});
