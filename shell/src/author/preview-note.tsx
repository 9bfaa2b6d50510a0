import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Icon, useSearchParams, useTexts } from '@site/shared/site/site.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import css from './preview-note.module.css';

const texts = defineTexts(
  { note: 'Prévia de um rascunho. Quem visita o site ainda vê o texto publicado.' },
  { note: 'Preview of a draft. Visitors still see the published text.' },
);

/** Renders a note on a page that shows a draft; nothing on all other pages. */
export function PreviewNote() {
  const t = useTexts(texts);
  const [search] = useSearchParams();
  if (!search.has('preview')) return null;
  return (
    <p role="note" className={css.note}>
      <Icon path={pageIcons.info} />
      {t.note}
    </p>
  );
}
