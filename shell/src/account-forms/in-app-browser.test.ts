import { expect, test } from 'vitest';
import { isInAppBrowser } from './in-app-browser.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-A546E';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  ['Instagram', `${IPHONE} Mobile/15E148 Instagram 334.0.0.29.94 (iPhone15,2; iOS 17_5; pt_BR)`],
  ['Facebook', `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/465.0.0.34.77;FBBV/600000000]`],
  ['a web view', `${ANDROID}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36`],
  ['TikTok', `${ANDROID}) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36 musical_ly_2023405030 BytedanceWebview/d8a21c6`],
])('%s is an in-app browser', (_, userAgent) => expect(isInAppBrowser(userAgent)).toBe(true));

test.each([
  ['Chrome', `${ANDROID}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36`],
  ['Safari', `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`],
  ['Samsung', `${ANDROID}) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'],
])('%s is no in-app browser', (_, userAgent) => expect(isInAppBrowser(userAgent)).toBe(false));
