import { type Money, toMoney } from '@site/shared/money/money.ts';
import { PreferencesProvider } from '@site/shared/site/site.ts';
import { act, cleanup } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { AmountField } from './amount-field.tsx';

const open = { least: toMoney(1_000, 'BRL'), suggested: toMoney(2_500, 'BRL') };
const chosen: Money[] = [];

function Field() {
  const [amount, setAmount] = useState(open.suggested);
  const choose = (money: Money) => {
    chosen.push(money);
    setAmount(money);
  };
  return (
    <PreferencesProvider
      value={{
        ...({ locale: 'pt-BR', currency: 'BRL', timeZone: 'America/Sao_Paulo', currencies: ['BRL'] } as const),
        ...{ chooseLocale: () => undefined, chooseCurrency: () => undefined },
      }}
      written={new Map()}
    >
      <AmountField open={open} amount={amount} onChange={choose} />
    </PreferencesProvider>
  );
}

afterEach(() => {
  cleanup();
  chosen.length = 0;
  document.body.replaceChildren();
});

test.each([
  ['40', [toMoney(4_000, 'BRL')], true],
  ['1', [], false],
  [null, [], true],
])('the amount %s typed before hydration is used', async (early, given, isValid) => {
  const place = document.createElement('div');
  document.body.append(place);
  place.innerHTML = renderToString(<Field />);
  const input = place.querySelector('input') as HTMLInputElement;
  if (early !== null) input.value = early;
  const root = await act(async () => hydrateRoot(place, <Field />));
  expect(input.value).toBe(early ?? '25,00');
  expect(chosen).toEqual(given);
  expect(input.validity.valid).toBe(isValid);
  await act(async () => root.unmount());
});
