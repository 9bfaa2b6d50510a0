import { expect, test } from 'vitest';
import { isRobot } from './robots.ts';

test.each([
  'AppleCoreMedia/1.0.0.21E236 (iPhone; U; CPU OS 17_4_1 like Mac OS X; pt_br)',
  'Podcasts/3.9 CFNetwork/1494.0.7 Darwin/23.4.0',
  'Spotify/8.9.42 Android/34 (SM-G991B)',
  'PocketCasts/1.0 (Pocket Casts Feed Parser; +http://pocketcasts.com/)',
  'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)',
  'CastBox/11.5.1-240410 (Linux;Android 14)',
  'Dalvik/2.1.0 (Linux; U; Android 13; CUBOT KINGKONG 9 Build/TP1A)',
  'gPodder/3.11.4 (+http://gpodder.org/) Linux',
  'VLC/3.0.20 LibVLC/3.0.20',
])('the podcast app or player %s is no robot', (userAgent) => {
  expect(isRobot(userAgent)).toBe(false);
});

test.each([
  undefined,
  '',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Podcastindex.org/aggregator bot',
  'python-requests/2.31.0',
  'curl/8.5.0',
])('a program with the user agent %s is a robot', (userAgent) => {
  expect(isRobot(userAgent)).toBe(true);
});
