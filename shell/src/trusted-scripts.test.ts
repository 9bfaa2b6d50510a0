import { expect, it, onTestFinished, vi } from 'vitest';

it('trusted scripts of two libraries share one policy, which rejects all other scripts', async () => {
  const policies: { name: string; createScriptURL: (url: string) => string }[] = [];
  vi.stubGlobal('trustedTypes', {
    createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => policies.push({ name, ...rules }),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { trustScripts } = await import('./trusted-scripts.ts');
  trustScripts((url) => url === 'https://one.example/a.js');
  trustScripts((url) => url === 'https://two.example/b.js');
  expect(policies.map(({ name }) => name)).toEqual(['default']);
  const [policy] = policies;
  expect(policy?.createScriptURL('https://one.example/a.js')).toBe('https://one.example/a.js');
  expect(policy?.createScriptURL('https://two.example/b.js')).toBe('https://two.example/b.js');
  expect(() => policy?.createScriptURL('https://one.example/b.js')).toThrow('refused script');
});
