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

describe('the page that stands for one which failed', () => {
  it('tries again when it is asked to', async () => {
    await renderInSite({ routes: pageAfter(noAnswer(), noAnswer()), at: '/shop' });
    expect(heading()).toBe('O serviço não respondeu');
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(heading()).toBe('O serviço não respondeu');
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByRole('heading', { name: 'Loja' })).toBeTruthy();
  });

  it('says that the device has no network, and goes on by itself when it has', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await renderInSite({ routes: pageAfter(noAnswer()), at: '/shop' });
    expect(heading()).toBe('Você está sem internet');
    onLine.mockReturnValue(true);
    fireEvent(window, new Event('online'));
    expect(await screen.findByRole('heading', { name: 'Loja' })).toBeTruthy();
  });

  it('hands on the code that support asks for', async () => {
    await renderInSite({ routes: pageAfter(new ApiError('unexpected', 500, { requestId: 'req-12345' })), at: '/shop' });
    expect(heading()).toBe('Algo deu errado');
    expect(screen.getByText('Código para o suporte: req-1234')).toBeTruthy();
  });

  it('offers a search and ways on where nothing is, in the language of the visitor', async () => {
    await renderInSite({ routes: pageAfter(new ApiError('not_found', 404)), at: '/shop', preferences: { locale: 'en' } });
    expect(heading()).toBe('Page not found');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByRole('searchbox', { name: 'Search eBooks' }).closest('form')?.getAttribute('action')).toBe('/shop');
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/', '/shop', '/podcast']);
  });
});
