import { usePreferences, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE, type Locale } from '@site/shared/texts/locales.ts';
import { Fragment } from 'react';
import { partsOfText } from './text-parts.ts';
import { episodeTexts } from './texts.ts';

/** A text of the video provider or of the owner: paragraphs, lines, and its web addresses as links. Nothing in it is HTML. */
export function LinkedText({ text, lang = AUTHOR_LOCALE }: { text: string; lang?: Locale }) {
  const { newTab } = useTexts(episodeTexts);
  const { locale } = usePreferences();
  const paragraphs = text.trim().split(/\n\s*\n/);
  return paragraphs.map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may repeat, and never move.
    <p key={index} lang={lang}>
      {partsOfText(paragraph).map(({ text: words, href }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts may repeat, and never move.
        <Fragment key={place}>
          {href ? (
            <a href={href} target="_blank" rel="noopener nofollow">
              {words}
              <VisuallyHidden lang={locale}> {newTab}</VisuallyHidden>
            </a>
          ) : (
            words
          )}
        </Fragment>
      ))}
    </p>
  ));
}
