import { withAsciiDomain } from '@site/shared/contracts/form-rules.ts';
import { expect, it } from 'vitest';
import { shownAddress } from './shown-address.ts';

it.each(['ana@bücher.example', 'ana.b@livraria.são-paulo.example', 'ana@例え.テスト', 'ana@книга.example'])(
  'the address %s is shown as it was typed',
  (address) => {
    const stored = withAsciiDomain(address);
    expect(stored).toContain('xn--');
    expect(shownAddress(stored)).toBe(address);
  },
);

it('an address label that mixes scripts is shown in its stored form', () => {
  const [cyrillic, stored] = ['ana@g\u043e\u043egle.example', withAsciiDomain('ana@g\u043e\u043egle.example')];
  expect(stored).not.toBe(cyrillic);
  expect(shownAddress(stored)).toBe(stored);
});

it.each(['ana@exemplo.com', 'xn--bcher-kva@exemplo.com', 'ana@xn--\u{1f600}.example', 'ana@xn--99999999999.example'])(
  'the address %s is shown unchanged',
  (address) => expect(shownAddress(address)).toBe(address),
);
