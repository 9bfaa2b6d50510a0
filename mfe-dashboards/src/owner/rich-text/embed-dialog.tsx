import { Dialog } from '@site/shared/patterns/dialog.tsx';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { useState } from 'react';
import layout from '../../signed-in/layout.module.css';
import { useChoiceSearch } from '../block-editor/choice-queries.ts';
import css from './embed-dialog.module.css';
import type { EmbedKind } from './embed-view.ts';
import { richTextTexts } from './texts.ts';

const SHOWN = 6;
const LISTS = { episode: 'episodeIds', ebook: 'ids' } as const;

type EmbedDialogProps = { readonly kind: EmbedKind; readonly onClose: () => void; readonly onChoose: (id: string) => void };

/** Searches an episode or eBook of the site to insert into a text. */
export function EmbedDialog({ kind, onClose, onChoose }: EmbedDialogProps) {
  const t = useTexts(richTextTexts);
  const common = useTexts(commonTexts);
  const [words, setWords] = useState('');
  const found = useChoiceSearch(LISTS[kind], words);
  return (
    <Dialog
      title={t.insertTitles[kind]}
      isOpen
      onClose={onClose}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {common.cancel}
        </Button>
      }
    >
      <TextField label={t.search[kind]} type="search" value={words} onChange={(event) => setWords(event.currentTarget.value)} />
      <ul className={css.found}>
        {[...found.names].slice(0, SHOWN).map(([id, name]) => (
          <li key={id}>
            <button type="button" className={css.choice} onClick={() => onChoose(id)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className={layout.soft}>
        {found.isFailed ? t.searchFailed : found.isWaiting ? t.searching : found.isEmpty && t.noneFound}
      </p>
    </Dialog>
  );
}
