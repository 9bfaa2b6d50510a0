import { API_SECRETS } from '@site/shared/process/api-secrets.ts';
import { describe, expect, it } from 'vitest';
import { getDeveloper, getEmbeddedPayments, readEnvironment, STRIPE_JS } from './env.ts';

const complete = {
  SITE_URL: 'https://raiz.example/',
  API_URL: 'http://127.0.0.1:3001',
  STORAGE_URL: 'https://x.example/storage/v1/object/public/store-assets',
  RELEASE_PUBLIC_KEYS: 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
  FIREBASE_PROJECT_ID: 'demo',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'demo.example',
};

describe("the shell server's configuration", () => {
  it('the configuration is read with its defaults, and addresses lose their closing slash', () => {
    expect(readEnvironment(complete)).toMatchObject({ SITE_URL: 'https://raiz.example', SITE_PORT: 3000 });
  });
  it('an empty variable counts as missing', () => {
    expect(readEnvironment({ ...complete, IDENTITY_PROXY_URL: '', STRIPE_PUBLISHABLE_KEY: '' }).IDENTITY_PROXY_URL).toBeUndefined();
  });
  it.each(['nothing', 'AAAA', `${complete.RELEASE_PUBLIC_KEYS},AAAA`, ','])(
    'a configuration without a valid key for releases is rejected: %s',
    (keys) => {
      expect(readEnvironment(complete).RELEASE_PUBLIC_KEYS.size).toBe(1);
      const { RELEASE_PUBLIC_KEYS: _, ...none } = complete;
      expect(() => readEnvironment(none)).toThrow('RELEASE_PUBLIC_KEYS is missing');
      expect(() => readEnvironment({ ...complete, RELEASE_PUBLIC_KEYS: keys })).toThrow('RELEASE_PUBLIC_KEYS');
    },
  );
  it('buyers pay on the site if a publishable key is set and no variable sends them elsewhere', () => {
    const key = { ...complete, STRIPE_PUBLISHABLE_KEY: 'pk_live_x' };
    const paymentsOf = (variables: Record<string, string>) => getEmbeddedPayments(readEnvironment(variables));
    expect(paymentsOf(key)).toEqual({ publishableKey: 'pk_live_x', scriptUrl: STRIPE_JS });
    expect(paymentsOf({ ...key, CHECKOUT_UI: 'embedded' })).toEqual(paymentsOf(key));
    expect(paymentsOf({ ...key, CHECKOUT_UI: 'hosted' })).toBeNull();
    expect(paymentsOf(complete)).toBeNull();
    expect(() => paymentsOf({ ...complete, CHECKOUT_UI: 'embedded' })).toThrow('CHECKOUT_UI needs STRIPE_PUBLISHABLE_KEY');
  });
  it('another payment script is accepted only with a test key, and never in production', () => {
    const local = { ...complete, STRIPE_JS_URL: 'http://127.0.0.1:12111/endive/stripe.js', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' };
    expect(readEnvironment(local).STRIPE_JS_URL).toBe(local.STRIPE_JS_URL);
    expect(() => readEnvironment({ ...local, STRIPE_PUBLISHABLE_KEY: 'pk_live_x' })).toThrow('STRIPE_JS_URL never gets a live key');
    expect(() => readEnvironment({ ...local, NODE_ENV: 'production' })).toThrow('STRIPE_JS_URL is not set in production');
  });
  it('the developer is credited only if both name and URL are set', () => {
    const developer = { DEVELOPER_NAME: 'Oficina', DEVELOPER_URL: 'https://oficina.example' };
    expect(getDeveloper(readEnvironment({ ...complete, ...developer }))).toEqual({ name: 'Oficina', url: 'https://oficina.example' });
    expect(getDeveloper(readEnvironment({ ...complete, ...developer, DEVELOPER_URL: '' }))).toBeUndefined();
  });
  it.each([
    ['SITE_URL', 'http://raiz.example'],
    ['STORAGE_URL', 'http://data.example/storage'],
    ['VIDEO_PLAYER_URL', 'http://player.example'],
    ['IDENTITY_PROXY_URL', 'https://identity.example'],
    ['DEV_RELOAD', '1'],
  ])("a %s that only makes sense on a developer's machine is rejected in production", (name, value) => {
    const production = { ...complete, NODE_ENV: 'production' };
    expect(readEnvironment(production).NODE_ENV).toBe('production');
    expect(readEnvironment({ ...complete, [name]: value }).NODE_ENV).toBe('development');
    expect(() => readEnvironment({ ...production, [name]: value })).toThrow(name);
  });
  it.each(API_SECRETS)("the shell's server refuses to start with %s, and never prints it", (name) => {
    expect(readEnvironment({ ...complete, [name]: '' }).SITE_PORT).toBe(3000);
    const read = () => readEnvironment({ ...complete, [name]: 's3cret', LINKS_SECRET: 's3cret' });
    expect(read).toThrow(name);
    expect(read).toThrow('LINKS_SECRET');
    expect(read).toThrow('give each process only its own variables');
    expect(read).not.toThrow(/s3cret/);
  });
  it('the error about the configuration names every problem at once', () => {
    const { STORAGE_URL: _, ...rest } = complete;
    const read = () => readEnvironment({ ...rest, API_URL: 'nowhere', SITE_PORT: 'http', STRIPE_PUBLISHABLE_KEY: 'sk_live_x' });
    expect(read).toThrow(/SITE_PORT[\s\S]*STORAGE_URL/);
    expect(read).toThrow(/API_URL is no address/);
    expect(read).toThrow(/STRIPE_PUBLISHABLE_KEY is no publishable key/);
    expect(read).not.toThrow(/sk_live_x/);
  });
});
