/** User agents of browsers inside other apps, where Google refuses sign-in (`disallowed_useragent`). */
const IN_APP = /Instagram|FBAN|FBAV|FB_IAB|Messenger|\bLine\/|TikTok|musical_ly|BytedanceWebview|LinkedInApp|Snapchat|Pinterest|; wv\)/i;

export const isInAppBrowser = (userAgent: string): boolean => IN_APP.test(userAgent);
