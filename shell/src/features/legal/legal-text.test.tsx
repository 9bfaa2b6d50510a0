import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { cleanup, screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Component, loader } from './terms-page.tsx';

const versions = [
  { version: '2026-01-01', effectiveOn: '2026-01-01' },
  { version: '2024-03-01', effectiveOn: '2024-03-01' },
];
const announced = { version: '2027-01-01', effectiveOn: '2027-01-01' };
const answer = ({ query }: { query: { version?: string } }) => ({
  ...versions.find(({ version }) => version === (query.version ?? '2026-01-01')),
  title: 'Termos de Serviço',
  intro: 'O combinado.',
  sections: [
    { id: 'who', title: 'Quem somos', parts: [{ kind: 'paragraph', text: 'Escreva para ola@site.test (veja https://site.test/ajuda).' }] },
    { id: 'law', title: 'Lei', parts: [{ kind: 'list', items: ['Uma.', 'Outra: https://site.test@evil.test/x'] }] },
  ],
  versions,
  inForce: '2026-01-01',
});
const open = (at: string) =>
  renderInSite({ routes: [{ path: 'terms', loader, Component }], at, answers: { 'GET /api/legal/:document': answer } });

// jsdom cannot know which section is visible; the browser journeys test that.
beforeAll(() => {
  const observer = { observe: () => undefined, unobserve: () => undefined, disconnect: () => undefined };
  vi.stubGlobal(
    'IntersectionObserver',
    vi.fn(function Observer() {
      return observer;
    }),
  );
});

describe('a legal text', () => {
  it("a legal page shows the version in force, in the visitor's language, with its date in words", async () => {
    const { calls } = await open('/terms');
    expect(calls[0]?.input).toMatchObject({ params: { document: 'terms' }, query: { locale: 'pt-BR' } });
    expect(screen.getByText('1 de janeiro de 2026', { selector: 'time' }).getAttribute('datetime')).toBe('2026-01-01');
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('a legal text links to each of its sections', async () => {
    await open('/terms');
    const [contents] = screen.getAllByRole('navigation', { name: 'Nesta página' });
    const links = within(contents as HTMLElement).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/terms#who', '/terms#law']);
    expect(document.getElementById('law')?.textContent).toContain('Outra: https://site.test@evil.test/x');
    expect(within(document.getElementById('law') as HTMLElement).queryByRole('link')).toBeNull();
  });

  it('a legal text turns addresses into links, without punctuation around them', async () => {
    await open('/terms');
    expect(screen.getByRole('link', { name: 'ola@site.test' }).getAttribute('href')).toBe('mailto:ola@site.test');
    expect(screen.getByRole('link', { name: 'https://site.test/ajuda' }).getAttribute('href')).toBe('https://site.test/ajuda');
  });

  it('a legal text ends with a link to the third-party licences', async () => {
    await open('/terms');
    expect(screen.getByRole('link', { name: /de terceiros/ }).getAttribute('href')).toBe('/licenses.txt');
  });

  it('a legal text announces the next version with its start date', async () => {
    versions.unshift(announced);
    await open('/terms');
    expect(screen.getByText('Em vigor desde', { exact: false }).textContent).toContain('1 de janeiro de 2026');
    expect(screen.getByRole('note').textContent).toContain('Uma nova versão passa a valer em 1 de janeiro de 2027.');
    expect(screen.getByRole('link', { name: 'Ler a nova versão' }).getAttribute('href')).toBe('/terms?version=2027-01-01');
    cleanup();
    await open('/terms?version=2027-01-01');
    expect(screen.getByText('Em vigor a partir de', { exact: false })).toBeDefined();
    expect(screen.getByRole('note').textContent).toContain('Você está lendo a próxima versão');
    expect(screen.getByRole('link', { name: 'Ler a versão atual' }).getAttribute('href')).toBe('/terms');
    versions.shift();
  });

  it('an earlier version of a legal text says so, and links to the one in force', async () => {
    await open('/terms?version=2024-03-01');
    expect(screen.getByRole('note').textContent).toContain('em vigor a partir de 1 de março de 2024');
    expect(screen.getByRole('link', { name: 'Ler a versão atual' }).getAttribute('href')).toBe('/terms');
  });
});
