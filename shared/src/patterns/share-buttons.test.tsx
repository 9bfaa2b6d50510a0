import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ShareButtons } from './share-buttons.tsx';

const said = vi.hoisted((): { kind: string; message: string }[] => []);
vi.mock('../toasts/toasts.ts', () => ({
  toast: {
    success: (message: string) => said.push({ kind: 'success', message }),
    error: (message: string) => said.push({ kind: 'error', message }),
  },
}));

const show = (locale: 'pt-BR' | 'en' = 'pt-BR') =>
  renderInSite({
    routes: [{ path: '/', Component: () => <ShareButtons siteUrl="https://raiz.example" path="/shop/ebook/rute" title="Rute & Noemi" /> }],
    at: '/',
    preferences: { locale },
  });

afterEach(() => {
  said.length = 0;
  Reflect.deleteProperty(navigator, 'share');
});

describe('ShareButtons', () => {
  it("the share button passes WhatsApp the title and the URL in the reader's language", async () => {
    await show('en');
    const link = screen.getByRole('link', { name: 'WhatsApp: share' });
    const address = new URL(link.getAttribute('href') ?? '');
    expect(`${address.origin}${address.pathname}`).toBe('https://wa.me/');
    expect(address.searchParams.get('text')).toBe('Rute & Noemi https://raiz.example/shop/ebook/rute?lang=en');
  });

  it('the share button copies the URL and says so', async () => {
    const user = userEvent.setup();
    await show();
    await user.click(screen.getByRole('button', { name: 'Copiar link' }));
    expect(await navigator.clipboard.readText()).toBe('https://raiz.example/shop/ebook/rute');
    expect(said).toEqual([{ kind: 'success', message: 'Link copiado!' }]);
  });

  it('the share button says what to do if the browser forbids copying', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('denied', 'NotAllowedError'));
    await show();
    await user.click(screen.getByRole('button', { name: 'Copiar link' }));
    expect(said).toEqual([{ kind: 'error', message: expect.stringContaining('barra de endereço') }]);
  });

  it("the share button offers the device's own share dialog if there is one, and accepts cancelling", async () => {
    await show();
    expect(screen.queryByRole('button', { name: 'Mais opções' })).toBeNull();

    const share = vi.fn(async () => {
      throw new DOMException('closed', 'AbortError');
    });
    Object.assign(navigator, { share });
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Mais opções' }));
    expect(share).toHaveBeenCalledWith({ title: 'Rute & Noemi', url: 'https://raiz.example/shop/ebook/rute' });
    expect(said).toEqual([]);
  });
});
