import type { RichText } from '@site/shared/rich-text/contract.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { line } from '@site/shared/testing/rich-texts.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { RichTextEditor } from './rich-text-editor.tsx';

const attrs = { reference: 'Rute 1:16', text: 'Aonde quer\nque fores', translation: 'Almeida' };

beforeEach(polyfillDialog);

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
