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

  it('the policy runs only scripts of the page and what they load, and allows only its own inline styles', () => {
    expect(policy.get('script-src')).toBe("'sha256-a=' 'sha256-b=' 'strict-dynamic'");
    expect(policy.get('style-src')).toBe("'self' 'sha256-c='");
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('require-trusted-types-for')).toBe("'script'");
  });
  it('the policy names the Trusted Types policies of the provider’s scripts only on pages where these scripts run', () => {
    expect(policy.get('trusted-types')).toMatch(/ default gapi#gapi goog#html$/);
    const proxied = contentSecurityPolicy({ scripts: [], styles: [] }, { ...production, IDENTITY_PROXY_URL: 'http://127.0.0.1:9099' });
    expect(directives(proxied).get('trusted-types')).not.toMatch(/default|goog|gapi/);
  });
  it('the policy lets no other site frame the page, change its base or receive its forms', () => {
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('base-uri')).toBe("'none'");
    expect(policy.get('form-action')).toBe("'self'");
  });
  it('the policy connects to the identity provider and storage only', () => {
    expect(policy.get('connect-src')).toBe(
      "'self' https://data.example https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
    );
  });
  it("the policy allows only the site's own origin if the provider is proxied", () => {
    const proxied = directives(
      contentSecurityPolicy({ scripts: [], styles: [] }, { ...production, IDENTITY_PROXY_URL: 'http://127.0.0.1:9099' }),
    );
    expect(proxied.get('connect-src')).toBe("'self' https://data.example");
    expect(proxied.get('frame-src')).toBe("https://www.youtube-nocookie.com https://player.vimeo.com https://open.spotify.com 'self'");
  });
  it('the policy allows pictures, fonts and the manifest of our own origin only, and audio of any host over TLS', () => {
    for (const name of ['img-src', 'font-src', 'manifest-src']) expect(policy.get(name), name).toBe("'self'");
    expect(policy.get('media-src')).toBe("'self' https:");
  });
  it("the policy frames only the cookieless player, players of posts and the sign-in window's answer", () => {
    expect(policy.get('frame-src')).toBe(
      "https://www.youtube-nocookie.com https://player.vimeo.com https://open.spotify.com 'self' https://raiz.example",
    );
  });
  it('the policy allows workers of our own origin only and trusts no inline or evaluated code', () => {
    expect(policy.get('worker-src')).toBe("'self'");
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe|data:|blob:|\*/);
  });
});

it('HSTS is sent only if the site has HTTPS', () => {
  expect(securityHeaders(production)['strict-transport-security']).toBe('max-age=63072000');
  expect(securityHeaders({ ...production, SITE_URL: 'http://localhost:3000' })).not.toHaveProperty('strict-transport-security');
});

it('HSTS covers subdomains and preload lists only if the owner chose that', () => {
  expect(securityHeaders({ ...production, HSTS_PRELOAD: '1' })['strict-transport-security']).toBe(
    'max-age=63072000; includeSubDomains; preload',
  );
});

it('no page gets device permissions, and players get only what they need to play', () => {
  const permissions = securityHeaders(production)['permissions-policy']?.split(', ') ?? [];
  for (const name of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) expect(permissions).toContain(`${name}=()`);
  for (const name of ['autoplay', 'fullscreen', 'picture-in-picture'])
    expect(permissions).toContain(
      `${name}=(self "https://www.youtube-nocookie.com" "https://player.vimeo.com" "https://open.spotify.com")`,
    );
});

describe('the policy of the payment page', () => {
  const nothing = { scripts: [], styles: [] };
  const embedded = { ...production, STRIPE_PUBLISHABLE_KEY: 'pk_live_x' };
  const ofPage = (environment: typeof production, path?: string) => directives(contentSecurityPolicy(nothing, environment, path));
  const paymentOf = (environment: typeof production, path?: string) =>
    securityHeaders(environment, path)
      ['permissions-policy']?.split(', ')
      .find((part) => part.startsWith('payment='));

  it('the payment page may frame and call the provider, and lets its wallets request the payment', () => {
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

  it('the payment page allows only the stand-in if the stand-in replaces the provider', () => {
    const local = { ...embedded, STRIPE_JS_URL: 'http://127.0.0.1:12111/endive/stripe.js', IDENTITY_PROXY_URL: 'http://127.0.0.1:9099' };
    const policy = ofPage(local, '/checkout');
    expect([...policy.values()].join(' ')).not.toContain('stripe.com');
    expect(policy.get('frame-src')).toMatch(/ http:[/][/]127[.]0[.]0[.]1:12111$/);
    expect(policy.get('trusted-types')).toMatch(/ default$/);
    expect(paymentOf(local, '/checkout')).toBe('payment=(self "http://127.0.0.1:12111")');
  });

  it('only the payment page on the site gets the payment permissions, and other pages keep their policy', () => {
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
