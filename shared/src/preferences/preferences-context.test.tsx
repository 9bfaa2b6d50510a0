import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { toInstant } from '../dates/dates.ts';
import { toMoney } from '../money/money.ts';
import { type FormatCache, PreferencesProvider, useFormats } from './preferences-context.tsx';

const at = toInstant('2026-03-01T12:00:00Z');

function Lines() {
  const formats = useFormats();
  return (
    <p>
      {formats.money(toMoney(2990, 'BRL'))}, {formats.day(at)}, {formats.moment(at)}
    </p>
  );
}

const page = (written: FormatCache) => (
  <PreferencesProvider
    value={{
      locale: 'pt-BR',
      currency: 'BRL',
      currencies: ['BRL', 'USD', 'NZD'],
      timeZone: 'America/Sao_Paulo',
      chooseLocale: () => undefined,
      chooseCurrency: () => undefined,
    }}
    written={written}
  >
    <Lines />
  </PreferencesProvider>
);

afterEach(() => vi.restoreAllMocks());

it('amounts and dates are shown as the server formatted them, without calling Intl again', () => {
  const written: FormatCache = new Map();
  const fromServer = renderToString(page(written)).replaceAll('<!-- -->', '');
  expect(fromServer).toContain('R$\u00a029,90, 1 de mar. de 2026, 1 de mar. de 2026, 09:00');

  const handedOver: FormatCache = new Map(Object.entries(JSON.parse(JSON.stringify(Object.fromEntries(written)))));
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(() => {
    throw new Error('asked for a date');
  });
  render(page(handedOver));
  expect(screen.getByText(/R\$/).textContent).toBe('R$\u00a029,90, 1 de mar. de 2026, 1 de mar. de 2026, 09:00');
});
