import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { TextField } from '@site/shared/patterns/field.tsx';
import { isLink } from '@site/shared/rich-text/rules.ts';
import { Button, useTexts } from '@site/shared/site/site.ts';
import type { Command } from 'prosemirror-state';
import { type FormEvent, useId, useState } from 'react';
import { setLink } from './commands.ts';
import { richTextTexts } from './texts.ts';

/** Completes a typed address: `site.com` becomes `https://site.com`. */
const completed = (typed: string): string => {
  const href = typed.trim();
  return /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(href) ? `https://${href}` : href;
};

/** Asks for the target of a link. */
export function LinkDialog({ href, onClose, run }: { href: string; onClose: () => void; run: (command: Command) => void }) {
  const t = useTexts(richTextTexts);
  const form = useId();
  const [typed, setTyped] = useState(href);
  const [isRefused, setIsRefused] = useState(false);
  const end = (to: string | null) => {
    onClose();
    run(setLink(to));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = completed(typed);
    if (isLink(address)) end(address);
    else setIsRefused(true);
  };
  return (
    <ConfirmDialog
      title={t.link}
      isOpen
      onClose={onClose}
      actions={
        <>
          {href && (
            <Button variant="secondary" onClick={() => end(null)}>
              {t.removeLink}
            </Button>
          )}
          <Button type="submit" form={form}>
            {t.useLink}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label={t.linkAddress}
          hint={t.linkHint}
          error={isRefused ? t.linkRefused : undefined}
          value={typed}
          inputMode="url"
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setIsRefused(false);
          }}
        />
      </form>
    </ConfirmDialog>
  );
}
