import type { AdminEpisode, EpisodeDraft } from '@site/shared/contracts/admin-episodes.ts';

/** What the owner says of an episode, named as the contract names it in its refusals. */
export type EpisodeText = Omit<EpisodeDraft, 'notes'> & { readonly 'notes.pt-BR': string; readonly 'notes.en': string };
export type EpisodeField = keyof EpisodeText;
export const EPISODE_FIELDS = [
  'isHidden',
  'ownSlug',
  'categories',
  'notes.pt-BR',
  'notes.en',
  'ebooks',
] as const satisfies readonly EpisodeField[];

/** What is said of an episode now. */
export const episodeText = ({ isHidden, ownSlug, categories, notes, ebooks }: AdminEpisode): EpisodeText => ({
  isHidden,
  ownSlug,
  categories,
  'notes.pt-BR': notes['pt-BR'],
  'notes.en': notes.en,
  ebooks,
});

/** What the calls take. */
export const writtenEpisode = ({ 'notes.pt-BR': portuguese, 'notes.en': english, ...text }: EpisodeText): EpisodeDraft => ({
  ...text,
  notes: { 'pt-BR': portuguese, en: english },
});
