import { act, cleanup, configure, render } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterContextProvider, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach } from 'vitest';
import type { ApiCall } from '../api/api-client.ts';
import type { Endpoints } from '../contracts/endpoints.ts';
import { type Currency, soldByDefault } from '../money/currencies.ts';
import type { Preferences } from '../preferences/preferences.ts';
import { cartStore, type EmbeddedPayments, PreferencesProvider, sessionStore, siteContext } from '../site/site.ts';
import { parseAnswer } from './contract-answer.ts';

/** Answers of the API by endpoint. A call without an answer, or an answer that breaks its contract, fails the test. */
export type FakeAnswers = { readonly [Key in keyof Endpoints]?: (input: never) => unknown };

type Options = {
  /** Pages as in a remote's `routes`. Lazy ones are loaded. */
  readonly routes: RouteObject[];
  /** The URL that the test opens. */
  readonly at: string;
  readonly answers?: FakeAnswers;
  readonly preferences?: Partial<Preferences>;
  /** The shop's currencies; by default those of a new shop. */
  readonly currencies?: readonly Currency[];
  readonly payments?: EmbeddedPayments;
};

/** Every call of the page, in order. */
export type Calls = { readonly endpoint: keyof Endpoints; readonly input: Record<string, unknown> }[];

// The limit is long, so that a test never fails only because the machine is slow.
configure({ asyncUtilTimeout: 15_000 });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  cartStore.setState({ lines: [], isReady: true });
  sessionStore.setState({ session: { status: 'signed-out' } });
});
afterEach(cleanup);

const NotYet = () => null;

/** Renders pages with the real router, stores and texts. Only the API is replaced by `answers`. */
export async function renderInSite({ routes, at, answers = {}, preferences = {}, currencies = soldByDefault(), payments }: Options) {
  const calls: Calls = [];
  const api: ApiCall = async (endpoint, input) => {
    calls.push({ endpoint, input: input as Record<string, unknown> });
    const answer = answers[endpoint];
    if (!answer) throw new Error(`the test has no answer to ${endpoint}`);
    return parseAnswer(endpoint, await answer(input as never)) as never;
  };
  const known: Preferences = { locale: 'pt-BR', currency: 'BRL', timeZone: 'America/Sao_Paulo', ...preferences };
  const about = { brand: { site: 'Site', author: 'Autora' }, siteUrl: 'https://site.test' };
  const site = { api, preferences: known, ...about, ...(payments ? { payments } : {}) };
  window.history.replaceState(null, '', at);
  const router = createMemoryRouter([{ HydrateFallback: NotYet, children: routes }], {
    initialEntries: [at],
    future: { v8_middleware: true },
    getContext: () => new RouterContextProvider(new Map([[siteContext, site]])),
  });
  await act(async () => {
    render(
      <PreferencesProvider
        value={{ ...known, currencies, chooseLocale: () => undefined, chooseCurrency: () => undefined }}
        written={new Map()}
      >
        <RouterProvider router={router} />
      </PreferencesProvider>,
    );
  });
  return { router, calls };
}
