import type { RegisteredRelease } from '@site/shared/federation/registry.ts';
import { defineTexts, type Locale } from '@site/shared/texts/locales.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import css from '../frame/frame.module.css';

const texts = defineTexts(
  {
    label: 'PRÉVIA',
    hint: (release: string) => `${release}: só quem tem este endereço vê a página assim.`,
  },
  {
    label: 'PREVIEW',
    hint: (release) => `${release}: only people with this address see the page like this.`,
  },
);

/** Keeps the note at the bottom of the window, because the header covers the top. Only pages with a preview contain this style. */
export const NOTE_STYLES = 'body > aside { position: sticky; bottom: 0; z-index: 1 }';

/**
 * Returns the note below a page that shows a release which is not live. The note is outside of the page's React tree, so it stays when the
 * visitor goes to another page.
 */
export function previewNote({ name, version }: Pick<RegisteredRelease, 'name' | 'version'>, locale: Locale): string {
  const { label, hint } = texts[locale];
  return renderToStaticMarkup(
    <aside className={css.notice} aria-label={label}>
      <strong>{label}</strong> {hint(`${name} ${version}`)}
    </aside>,
  );
}
