import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Cover } from './cover.tsx';

const cover = { base: '/covers/raizes', version: 'v1', color: '#5d6532' };

let observers: { options: IntersectionObserverInit | undefined; reach: () => void }[] = [];

beforeEach(() => {
  observers = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void, options?: IntersectionObserverInit) {
        observers.push({ options, reach: () => callback([{ isIntersecting: true }]) });
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('Cover', () => {
  it("a cover offers every width as AVIF and WebP, and the page's main cover loads first", () => {
    render(<Cover cover={cover} title="Raízes" alt="Capa de Raízes" sizes="10rem" loading="first" />);
    const image = screen.getByRole('img', { name: 'Capa de Raízes' });
    expect(image.getAttribute('srcset')).toBe(
      '/covers/raizes-240.webp?v=v1 240w, /covers/raizes-360.webp?v=v1 360w, /covers/raizes-480.webp?v=v1 480w, /covers/raizes-720.webp?v=v1 720w',
    );
    expect(image.parentElement?.querySelector('source[type="image/avif"]')?.getAttribute('srcset')).toContain(
      '/covers/raizes-240.avif?v=v1 240w',
    );
    expect(image.getAttribute('fetchpriority')).toBe('high');
  });

  it('a lazy cover loads within 50 px of the viewport, at a tenth of its height', () => {
    render(<Cover cover={cover} title="Raízes" alt="Capa" sizes="10rem" loading="lazy" />);
    expect(screen.queryByRole('img', { name: 'Capa' })).toBeNull();
    expect(observers.map(({ options }) => options)).toEqual([{ rootMargin: '50px', threshold: 0.1 }]);

    act(() => observers[0]?.reach());
    expect(screen.getByRole('img', { name: 'Capa' })).toBeDefined();
  });

  it('a cover below the first view is lazy-loaded by the browser', () => {
    render(<Cover cover={cover} title="Raízes" alt="Capa" sizes="10rem" loading="below" />);
    const image = screen.getByRole('img', { name: 'Capa' });
    expect([image.getAttribute('loading'), image.getAttribute('fetchpriority')]).toEqual(['lazy', 'auto']);
    expect(observers).toEqual([]);
  });

  it('a cover shows the title if its picture is missing or fails to load', () => {
    const { rerender } = render(<Cover cover={null} title="Raízes" alt="" sizes="10rem" loading="eager" />);
    expect(screen.getByText('Raízes')).toBeDefined();

    rerender(<Cover key="lost" cover={cover} title="Raízes" alt="Capa" sizes="10rem" loading="eager" />);
    fireEvent.error(screen.getByRole('img', { name: 'Capa' }));
    expect(screen.getByText('Raízes')).toBeDefined();
  });
});
