import type { RichText } from '@site/shared/rich-text/contract.ts';
import { PreferencesProvider } from '@site/shared/site/site.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { line } from '@site/shared/testing/rich-texts.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { RichTextEditor } from './rich-text-editor.tsx';

const attrs = { reference: 'Rute 1:16', text: 'Aonde quer\nque fores', translation: 'Almeida' };

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

it('what was written stays when the language of the dashboard is changed', async () => {
  const text: RichText = { type: 'doc', content: [line('antes'), { type: 'passage', attrs }] };
  const site = {
    currency: 'BRL',
    timeZone: 'UTC',
    currencies: [],
    chooseLocale: () => undefined,
    chooseCurrency: () => undefined,
  } as const;
  const nothing = { nameEmbed: () => ({ now: '', known: Promise.resolve('') }), onChange: () => undefined };
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

it('a passage is corrected where it stands, with the keyboard alone', async () => {
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
            nameEmbed={() => ({ now: '', known: Promise.resolve('') })}
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

it('a new passage that was being typed is there again when its dialog was closed, until it is inserted', async () => {
  // jsdom knows no popovers.
  HTMLElement.prototype.hidePopover = () => undefined;
  const user = userEvent.setup();
  const nothing = { nameEmbed: () => ({ now: '', known: Promise.resolve('') }), onChange: () => undefined };
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
