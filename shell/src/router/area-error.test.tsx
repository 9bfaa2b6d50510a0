import { ApiError, type RouteObject } from '@site/shared/site/site.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AreaError } from './area-error.tsx';

/** Returns a page whose data fails with each of `failures` in turn and then loads. */
function pageAfter(...failures: unknown[]): RouteObject[] {
  return [
    {
      path: 'shop',
      ErrorBoundary: AreaError,
      loader: () => {
        if (failures.length > 0) throw failures.shift();
        return null;
      },
      Component: () => <h1>Loja</h1>,
    },
  ];
}
const noAnswer = () => new ApiError('service_unavailable', 0);
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
afterEach(() => vi.restoreAllMocks());

describe('the page shown instead of a failed one', () => {
  it('a failed page retries on request', async () => {
    await renderInSite({ routes: pageAfter(noAnswer(), noAnswer()), at: '/shop' });
    expect(heading()).toBe('O serviço não respondeu');
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(heading()).toBe('O serviço não respondeu');
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByRole('heading', { name: 'Loja' })).toBeTruthy();
  });

  it('a page without a network says so, and loads by itself when the network returns', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await renderInSite({ routes: pageAfter(noAnswer()), at: '/shop' });
    expect(heading()).toBe('Você está sem internet');
    onLine.mockReturnValue(true);
    fireEvent(window, new Event('online'));
    expect(await screen.findByRole('heading', { name: 'Loja' })).toBeTruthy();
  });

  it('a failed page shows the request id that support needs', async () => {
    await renderInSite({ routes: pageAfter(new ApiError('unexpected', 500, { requestId: 'req-12345' })), at: '/shop' });
    expect(heading()).toBe('Algo deu errado');
    expect(screen.getByText('Código para o suporte: req-1234')).toBeTruthy();
  });

  it("an unknown page offers a search and links in the visitor's language", async () => {
    await renderInSite({ routes: pageAfter(new ApiError('not_found', 404)), at: '/shop', preferences: { locale: 'en' } });
    expect(heading()).toBe('Page not found');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByRole('searchbox', { name: 'Search eBooks' }).closest('form')?.getAttribute('action')).toBe('/shop');
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/', '/shop', '/podcast']);
  });
});
