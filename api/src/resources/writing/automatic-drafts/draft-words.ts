import { NEWS_KINDS, POST_LIMITS } from '@site/shared/contracts/post-rules.ts';
import type { RichText } from '@site/shared/rich-text/contract.ts';
import { inShort } from '@site/shared/texts/in-short.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import { oneLine } from '@site/shared/texts/plain-text.ts';
import * as v from 'valibot';

/** What is new and waits for its drafts. */
export const NewsSchema = v.object({
  kind: v.picklist(NEWS_KINDS),
  id: v.string(),
  title: v.string(),
  description: v.string(),
  /** A book that is still to come. */
  is_ahead: v.boolean(),
});
export type News = v.InferOutput<typeof NewsSchema>;

type DraftWords = { locale: Locale; title: string; lead: string; body: RichText };

const LONGEST_LEAD = 240;
/** Addresses, and moments of a video, are no sentences. */
const NO_SENTENCE = /https?:\/\/|^\(?\d{1,2}:\d\d/;

// In the site's first language: in the other one they would be published unread.
const texts = {
  episode: {
    title: (title: string) => `Novo episódio: ${title}`,
    lead: 'Já dá para ouvir aqui no site.',
    opening: 'Saiu um episódio novo. Dá para ouvir aqui mesmo:',
  },
  ebook: {
    title: (title: string) => `Novo livro: ${title}`,
    lead: 'Já está na loja.',
    opening: 'Saiu um livro novo, que já está na loja:',
  },
  ebookAhead: {
    title: (title: string) => `Em pré-venda: ${title}`,
    lead: 'Já dá para garantir o seu.',
    opening: 'Vem aí um livro novo. Ele já está em pré-venda na loja:',
  },
};

/** As many whole sentences as a lead may have. */
const SENTENCES = /^.{40,239}[.!?…][”"')]?(?= |$)/;

/** Without half a character at its end, which the database does not take. */
const short = (text: string, longest: number): string => oneLine(inShort(text, longest));

/** What a text about something new says at first: its title, how its description begins, and the thing itself, as a card. */
export function writeDraft({ kind, id, title, description, is_ahead }: News): DraftWords {
  const t = texts[is_ahead ? 'ebookAhead' : kind];
  const paragraphs = description.split(/\n\s*\n/).map(oneLine);
  const first = paragraphs.find((words) => words !== '' && !NO_SENTENCE.test(words));
  return {
    locale: LOCALES[0],
    title: short(t.title(oneLine(title)), POST_LIMITS.title),
    lead: first ? (SENTENCES.exec(first)?.[0] ?? short(first, LONGEST_LEAD)) : t.lead,
    body: {
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'text', text: t.opening }] },
        { type: kind, attrs: { id } },
      ],
    },
  };
}
