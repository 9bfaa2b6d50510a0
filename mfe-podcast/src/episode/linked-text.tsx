import { inOrder } from '@site/shared/drawing/in-order.ts';
import { usePreferences, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE, type Locale } from '@site/shared/texts/locales.ts';
import { partsOfText } from './text-parts.ts';
import { episodeTexts } from './texts.ts';

/**
 * Renders plain text from the video provider or the owner as paragraphs and lines, with web addresses as links. HTML in the text is shown
 * as written.
 */
export function LinkedText({ text, lang = AUTHOR_LOCALE }: { text: string; lang?: Locale }) {
  const { newTab } = useTexts(episodeTexts);
  const { locale } = usePreferences();
  const paragraphs = text.trim().split(/\n\s*\n/);
  return inOrder(paragraphs, (paragraph) => (
    <p lang={lang}>
      {inOrder(partsOfText(paragraph), ({ text: words, href }) =>
        href ? (
          <a href={href} target="_blank" rel="noopener nofollow">
            {words}
            <VisuallyHidden lang={locale}> {newTab}</VisuallyHidden>
          </a>
        ) : (
          words
        ),
      )}
    </p>
  ));
}
