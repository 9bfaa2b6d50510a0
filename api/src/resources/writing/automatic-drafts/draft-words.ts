import { NEWS_KINDS, POST_LIMITS } from '@site/shared/contracts/post-rules.ts';
import type { RichText } from '@site/shared/rich-text/contract.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import { oneLine } from '@site/shared/texts/plain-text.ts';
import { shorten } from '@site/shared/texts/shorten.ts';
import * as v from 'valibot';

/** A new episode or book that has no drafts yet. */
export const NewsSchema = v.object({
  kind: v.picklist(NEWS_KINDS),
  id: v.string(),
  title: v.string(),
  description: v.string(),
  /** Whether the book is announced but not launched. */
  is_ahead: v.boolean(),
});
export type News = v.InferOutput<typeof NewsSchema>;

type DraftWords = { locale: Locale; title: string; lead: string; body: RichText };

const LONGEST_LEAD = 240;
/** Matches paragraphs that are not sentences: URLs and timestamps of a video. */
const NO_SENTENCE = /https?:\/\/|^\(?\d{1,2}:\d\d/;

// The draft is written only in the site's first language, because the owner could publish a draft in the other language unread.
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

/** Matches as many whole sentences as fit into a lead. */
const SENTENCES = /^.{40,239}[.!?…][”"')]?(?= |$)/;

/** Shortens a text without cutting a surrogate pair in half, which the database would reject. */
const short = (text: string, longest: number): string => oneLine(shorten(text, longest));

/** Returns the first draft about a new episode or book: its title, the beginning of its description, and its card. */
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
