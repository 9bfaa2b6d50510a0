import type { RichText } from '@site/shared/rich-text/contract.ts';
import { PreferencesProvider } from '@site/shared/site/site.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { line } from '@site/shared/testing/rich-texts.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SiteEmbeds } from './embed-view.ts';
import { RichTextEditor } from './rich-text-editor.tsx';

const attrs = { reference: 'Rute 1:16', text: 'Aonde quer\nque fores', translation: 'Almeida' };

const embeds: SiteEmbeds = {
  show: (_, id) => ({
    waiting: '',
    known: Promise.resolve({ kind: 'eBook', title: id, below: 'Marina', picture: '/covers/rute-240.webp' }),
  }),
  find: async (address) => (address.endsWith('/shop/ebook/rute') ? { kind: 'ebook', id: 'rute' } : null),
};

beforeEach(polyfillDialog);

async function correctReference(reference: string): Promise<void> {
  const user = userEvent.setup();
  (await screen.findByRole('button', { name: 'Alterar a passagem' })).focus();
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Alterar a passagem' }));
  await user.clear(dialog.getByLabelText('Referência'));
  await user.type(dialog.getByLabelText('Referência'), reference);
  dialog.getByRole('button', { name: 'Usar' }).focus();
  await user.keyboard('{Enter}');
}

it('the text editor keeps its text when the dashboard’s language changes', async () => {
  const text: RichText = { type: 'doc', content: [line('antes'), { type: 'passage', attrs }] };
  const site = {
    currency: 'BRL',
    timeZone: 'UTC',
    currencies: [],
    chooseLocale: () => undefined,
    chooseCurrency: () => undefined,
  } as const;
  const nothing = { embeds, onChange: () => undefined };
  function Dashboard() {
    const [locale, setLocale] = useState<Locale>('pt-BR');
    return (
      <PreferencesProvider value={{ ...site, locale }} written={new Map()}>
        <RichTextEditor text={text} label={locale === 'en' ? 'Text' : 'Texto'} lang="pt-BR" {...nothing} />
        <button type="button" onClick={() => setLocale('en')}>
          English
        </button>
      </PreferencesProvider>
    );
  }
  await renderInSite({ routes: [{ path: '/', Component: Dashboard }], at: '/' });
  await correctReference('Rute 1:16-17');
  expect(screen.getByRole('textbox', { name: 'Texto' }).textContent).toContain('Rute 1:16-17');
  await userEvent.click(screen.getByRole('button', { name: 'English' }));
  expect((await screen.findByRole('textbox', { name: 'Text' })).textContent).toContain('Rute 1:16-17');
  expect(screen.getByRole('button', { name: 'Change the passage' })).toBeDefined();
});

it('a passage can be edited in place with the keyboard alone', async () => {
  let written: RichText | undefined;
  const text: RichText = { type: 'doc', content: [line('antes'), { type: 'passage', attrs }, line('depois')] };
  await renderInSite({
    routes: [
      {
        path: '/',
        element: (
          <RichTextEditor
            text={text}
            label="Texto"
            lang="pt-BR"
            embeds={embeds}
            onChange={(changed) => {
              written = changed;
            }}
          />
        ),
      },
    ],
    at: '/',
  });
  const user = userEvent.setup();
  (await screen.findByRole('button', { name: 'Alterar a passagem' })).focus();
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Alterar a passagem' }));
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Palavras da passagem').value).toBe('Aonde quer\nque fores');
  expect(dialog.getByLabelText<HTMLInputElement>('Tradução').value).toBe('Almeida');
  await user.clear(dialog.getByLabelText('Referência'));
  await user.type(dialog.getByLabelText('Referência'), 'Rute 1:16-17');
  dialog.getByRole('button', { name: 'Usar' }).focus();
  await user.keyboard('{Enter}');
  expect(written?.content).toEqual([line('antes'), { type: 'passage', attrs: { ...attrs, reference: 'Rute 1:16-17' } }, line('depois')]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('an unfinished passage is restored when its dialog is reopened, until it is inserted', async () => {
  // jsdom has no popovers.
  HTMLElement.prototype.hidePopover = () => undefined;
  const user = userEvent.setup();
  const nothing = { embeds, onChange: () => undefined };
  const text: RichText = { type: 'doc', content: [line('antes')] };
  await renderInSite({
    routes: [{ path: '/', Component: () => <RichTextEditor text={text} label="Texto" lang="pt-BR" {...nothing} /> }],
    at: '/',
  });
  const insert = async () => {
    await user.click(await screen.findByText('Passagem bíblica'));
    return within(await screen.findByRole('dialog'));
  };
  const first = await insert();
  await user.type(first.getByLabelText('Palavras da passagem'), 'Aonde quer');
  await user.click(first.getByRole('button', { name: 'Cancelar' }));
  const again = await insert();
  expect(again.getByLabelText<HTMLTextAreaElement>('Palavras da passagem').value).toBe('Aonde quer');
  await user.type(again.getByLabelText('Referência'), 'Rute 1:16');
  await user.click(again.getByRole('button', { name: 'Inserir' }));
  expect((await insert()).getByLabelText<HTMLTextAreaElement>('Palavras da passagem').value).toBe('');
});

describe('a pasted URL', () => {
  /** Pastes an address where writing begins. Returns a function that returns the document. */
  async function paste(address: string, ...before: RichText['content']): Promise<() => RichText['content'] | undefined> {
    let written: RichText | undefined;
    const change = (changed: RichText) => {
      written = changed;
    };
    const text: RichText = { type: 'doc', content: before };
    await renderInSite({
      routes: [{ path: '/', Component: () => <RichTextEditor text={text} label="Texto" lang="pt-BR" embeds={embeds} onChange={change} /> }],
      at: '/',
    });
    const data = { getData: (type: string) => (type === 'text/plain' ? address : ''), files: [], types: ['text/plain'] };
    fireEvent.paste(await screen.findByRole('textbox', { name: 'Texto' }), { clipboardData: data });
    return () => written?.content;
  }
  const linked = (text: string, href = text) => ({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] });

  it('a pasted URL becomes a player on a line of its own', async () => {
    const written = await paste(' https://youtu.be/rZp4Lq0TnWa?si=x\n', { type: 'paragraph' });
    expect(written()).toEqual([{ type: 'embed', attrs: { provider: 'youtube', id: 'rZp4Lq0TnWa' } }, { type: 'paragraph' }]);
    expect(screen.getByText('https://www.youtube.com/watch?v=rZp4Lq0TnWa')).toBeDefined();
  });

  it('a pasted URL becomes the card of our own book, like on the site', async () => {
    const written = await paste(`${location.origin}/shop/ebook/rute`, { type: 'paragraph' });
    await waitFor(() => expect(written()).toEqual([{ type: 'ebook', attrs: { id: 'rute' } }, { type: 'paragraph' }]));
    expect(await screen.findByText('Marina')).toBeDefined();
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/covers/rute-240.webp');
  });

  it('a pasted URL becomes a link within a sentence', async () => {
    const within = await paste('https://youtu.be/rZp4Lq0TnWa', line('antes'));
    expect(within()).toEqual([{ type: 'paragraph', content: [linked('https://youtu.be/rZp4Lq0TnWa'), { type: 'text', text: 'antes' }] }]);
  });

  it('a pasted URL becomes a link on its own line if it has no embed, with a path for our own site', async () => {
    const other = await paste(`${location.origin}/podcast?q=rute`, { type: 'paragraph' });
    expect(other()).toEqual([{ type: 'paragraph', content: [linked(`${location.origin}/podcast?q=rute`, '/podcast?q=rute')] }]);
  });

  it('a pasted URL stays plain words if a text may not link to it', async () => {
    const words = await paste('http://site.test/x', { type: 'paragraph' });
    expect(words()).toEqual([line('http://site.test/x')]);
  });
});
