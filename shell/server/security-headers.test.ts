import { describe, expect, it } from 'vitest';
import { STRIPE_JS } from './env.ts';
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts';

const production = {
  SITE_URL: 'https://raiz.example',
  STORAGE_URL: 'https://data.example/storage/v1',
  VIDEO_PLAYER_URL: 'https://www.youtube-nocookie.com',
  FIREBASE_AUTH_DOMAIN: 'raiz.example',
  STRIPE_JS_URL: STRIPE_JS,
};
const directives = (policy: string) =>
  new Map(policy.split('; ').map((part) => [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)]));

describe('the content security policy', () => {
  const policy = directives(contentSecurityPolicy({ scripts: ['sha256-a=', 'sha256-b='], styles: ['sha256-c='] }, production));

  it('runs only the scripts that the page was written with and what they load, and shows only its own inline styles', () => {
    expect(policy.get('script-src')).toBe("'sha256-a=' 'sha256-b=' 'strict-dynamic'");
    expect(policy.get('style-src')).toBe("'self' 'sha256-c='");
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('require-trusted-types-for')).toBe("'script'");
  });
  it('knows the policies of the provider’s own scripts by name, and only where they run', () => {
    expect(policy.get('trusted-types')).toMatch(/ default gapi#gapi goog#html$/);
    const proxied = contentSecurityPolicy({ scripts: [], styles: [] }, { ...production, IDENTITY_PROXY_URL: 'http://127.0.0.1:9099' });
    expect(directives(proxied).get('trusted-types')).not.toMatch(/default|goog|gapi/);
  });
  it('lets no other site frame it, change its base or receive its forms', () => {
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('base-uri')).toBe("'none'");
    expect(policy.get('form-action')).toBe("'self'");
  });
  it('reaches the identity provider and storage only', () => {
    expect(policy.get('connect-src')).toBe(
      "'self' https://data.example https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
    );
  });
  it("stays on the site's own origin where the provider is proxied", () => {
    const proxied = directives(
      contentSecurityPolicy({ scripts: [], styles: [] }, { ...production, IDENTITY_PROXY_URL: 'http://127.0.0.1:9099' }),
    );
    expect(proxied.get('connect-src')).toBe("'self' https://data.example");
    expect(proxied.get('frame-src')).toBe("https://www.youtube-nocookie.com https://player.vimeo.com https://open.spotify.com 'self'");
  });
  it('shows pictures, fonts and the manifest of our own origin only', () => {
    for (const name of ['img-src', 'font-src', 'manifest-src']) expect(policy.get(name), name).toBe("'self'");
  });
  it('frames only the player without cookies, those of texts and the answer of the sign-in window', () => {
    expect(policy.get('frame-src')).toBe(
      "https://www.youtube-nocookie.com https://player.vimeo.com https://open.spotify.com 'self' https://raiz.example",
    );
  });
  it('knows workers of our own origin only and trusts no inline or evaluated code', () => {
    expect(policy.get('worker-src')).toBe("'self'");
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe|data:|blob:|\*/);
  });
});

it('promises HTTPS only where the site has it', () => {
  expect(securityHeaders(production)['strict-transport-security']).toBe('max-age=63072000');
  expect(securityHeaders({ ...production, SITE_URL: 'http://localhost:3000' })).not.toHaveProperty('strict-transport-security');
});

it('promises it for every subdomain and for the lists of browsers only where the owner wants that', () => {
  expect(securityHeaders({ ...production, HSTS_PRELOAD: '1' })['strict-transport-security']).toBe(
    'max-age=63072000; includeSubDomains; preload',
  );
});

it('lends the device to no page, and to players what they need to play', () => {
  const permissions = securityHeaders(production)['permissions-policy']?.split(', ') ?? [];
  for (const name of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) expect(permissions).toContain(`${name}=()`);
  for (const name of ['autoplay', 'fullscreen', 'picture-in-picture'])
    expect(permissions).toContain(
      `${name}=(self "https://www.youtube-nocookie.com" "https://player.vimeo.com" "https://open.spotify.com")`,
    );
});

describe('the payment page', () => {
  const nothing = { scripts: [], styles: [] };
  const embedded = { ...production, STRIPE_PUBLISHABLE_KEY: 'pk_live_x' };
  const ofPage = (environment: typeof production, path?: string) => directives(contentSecurityPolicy(nothing, environment, path));
  const paymentOf = (environment: typeof production, path?: string) =>
    securityHeaders(environment, path)
      ['permissions-policy']?.split(', ')
      .find((part) => part.startsWith('payment='));

  it('frames and asks the provider, and lets its wallets ask for the payment', () => {
    const [others, page] = [ofPage(embedded), ofPage(embedded, '/checkout')];
    const added = [...page].flatMap(([name, value]) =>
      value === others.get(name) ? [] : [[name, value.replace(`${others.get(name)} `, '')]],
    );
    expect(Object.fromEntries(added)).toEqual({
      'img-src': 'https://*.stripe.com',
      'connect-src': 'https://api.stripe.com https://checkout.stripe.com',
      'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://checkout.stripe.com',
    });
    expect(page.get('trusted-types')).toMatch(/ default /);
    expect(paymentOf(embedded, '/checkout')).toBe('payment=(self "https://js.stripe.com" "https://checkout.stripe.com")');
  });

  it('knows only the stand-in where that plays the provider, and the policy that lets its script in', () => {
    const local = { ...embedded, STRIPE_JS_URL: 'http://127.0.0.1:12111/endive/stripe.js', IDENTITY_PROXY_URL: 'http://127.0.0.1:9099' };
    const policy = ofPage(local, '/checkout');
    expect([...policy.values()].join(' ')).not.toContain('stripe.com');
    expect(policy.get('frame-src')).toMatch(/ http:[/][/]127[.]0[.]0[.]1:12111$/);
    expect(policy.get('trusted-types')).toMatch(/ default$/);
    expect(paymentOf(local, '/checkout')).toBe('payment=(self "http://127.0.0.1:12111")');
  });

  it('is alone with that: every other page, and the page itself where buyers pay at the provider, has what it had', () => {
    for (const path of [undefined, '/', '/cart', '/success', '/checkout/', '/checkout/x']) {
      expect(ofPage(embedded, path)).toEqual(ofPage(production));
      expect(paymentOf(embedded, path)).toBe('payment=()');
    }
    for (const hosted of [production, { ...embedded, CHECKOUT_UI: 'hosted' as const }]) {
      expect(ofPage(hosted, '/checkout')).toEqual(ofPage(production));
      expect(paymentOf(hosted, '/checkout')).toBe('payment=()');
    }
  });
});
