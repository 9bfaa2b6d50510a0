import type { RichText } from '@site/shared/rich-text/contract.ts';
import { useTexts } from '@site/shared/site/site.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { DOMParser } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPlugins } from './commands.ts';
import { drawEmbeds, drawPassage, drawPicture, type SiteEmbeds } from './embed-view.ts';
import { addressIn, hasPictures, isTooMuch, PasteParser, pictureIn, withoutStyles, withShallowSlice } from './paste.ts';
import { pasteAddress } from './paste-address.ts';
import type { OpenPicture } from './picture-dialog.tsx';
import css from './rich-text-editor.module.css';
import { schema } from './schema.ts';
import { fromStored, toStored } from './stored-text.ts';
import { richTextTexts } from './texts.ts';
import { type OpenPassage, Toolbar } from './toolbar.tsx';

export type RichTextEditorProps = {
  /** The initial text. Later values are ignored: another text needs another editor, by its `key`. */
  readonly text: RichText;
  readonly label: string;
  /** The language of the edited text. */
  readonly lang: Locale;
  readonly error?: string | undefined;
  readonly embeds: SiteEmbeds;
  readonly onChange: (text: RichText) => void;
};

/** Shows the editor of a text: one field with a toolbar. It keeps nothing that the contract would refuse. */
export function RichTextEditor({ text, label, lang, error, embeds, onChange }: RichTextEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const [state, setState] = useState<EditorState | null>(null);
  const [picture, setPicture] = useState<OpenPicture | null>(null);
  const [passage, setPassage] = useState<OpenPassage | null>(null);
  /** The problem of the last paste. Null if the text contains everything that was pasted. */
  const [pasted, setPasted] = useState<'refused' | 'without_pictures' | null>(null);
  const [begin] = useState(text);
  const t = useTexts(richTextTexts);
  const tellChange = useEffectEvent((changed: RichText) => onChange(changed));
  const show = useEffectEvent<SiteEmbeds['show']>((kind, id) => embeds.show(kind, id));
  const find = useEffectEvent<SiteEmbeds['find']>((address) => embeds.find(address));
  /** The label of the field, and the texts of its buttons. */
  const wordsIn = useEffectEvent((title: string, written: Locale, texts: typeof t) => ({
    attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': title, lang: written, spellcheck: 'true' },
    nodeViews: {
      ...drawEmbeds((kind, id) => show(kind, id)),
      picture: drawPicture({ change: texts.changePicture, decorative: texts.decorativePicture }, (at) => setPicture({ at })),
      passage: drawPassage(texts.changePassage, (at) => setPassage({ at })),
    },
  }));
  const firstWords = useEffectEvent(() => wordsIn(label, lang, t));

  useEffect(() => {
    const rules = DOMParser.fromSchema(schema).rules;
    const offer = (data: DataTransfer | null): boolean => {
      const offered = pictureIn(data);
      if (offered) setPicture({ offered });
      return offered !== null;
    };
    const made = new EditorView(place.current, {
      state: EditorState.create({ doc: fromStored(begin), plugins: createPlugins() }),
      ...firstWords(),
      handlePaste: (view, event, slice) => {
        if (offer(event.clipboardData)) return true;
        const isRefused = isTooMuch(view.state, slice);
        setPasted(isRefused ? 'refused' : hasPictures(event.clipboardData?.getData('text/html') ?? '') ? 'without_pictures' : null);
        if (isRefused) return true;
        const address = addressIn(event.clipboardData);
        return address !== null && pasteAddress(view, address, (each) => find(each));
      },
      handleDrop: (_, event, __, isMoved) => !isMoved && offer(event.dataTransfer),
      clipboardParser: new PasteParser(schema, rules),
      transformPastedHTML: withoutStyles,
      transformPasted: withShallowSlice,
      dispatchTransaction: (change) => {
        const next = made.state.apply(change);
        made.updateState(next);
        setState(next);
        if (change.docChanged) tellChange(toStored(next.doc));
      },
    });
    setView(made);
    setState(made.state);
    return () => made.destroy();
  }, [begin]);

  // A change of the dashboard's language keeps the same editor.
  useEffect(() => view?.setProps(wordsIn(label, lang, t)), [view, label, lang, t]);

  return (
    <div className={css.editor} data-invalid={error ? true : undefined}>
      {view && state && (
        <Toolbar view={view} state={state} picture={picture} onPicture={setPicture} passage={passage} onPassage={setPassage} />
      )}
      <div ref={place} className={css.words} />
      <div role="alert">
        {pasted === 'refused' && <p className={css.error}>{t.pasteRefused}</p>}
        {error && <p className={css.error}>{error}</p>}
      </div>
      <div role="status">{pasted === 'without_pictures' && <p className={css.note}>{t.pastedWithoutPictures}</p>}</div>
    </div>
  );
}
