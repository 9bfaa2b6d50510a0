import type { AdminEpisode, EpisodeDraft } from '@site/shared/contracts/admin-episodes.ts';

/** The owner's edits to an episode, named as in the contract's refusals. */
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

/** Returns the form's values for an episode. */
export const episodeText = ({ isHidden, ownSlug, categories, notes, ebooks }: AdminEpisode): EpisodeText => ({
  isHidden,
  ownSlug,
  categories,
  'notes.pt-BR': notes['pt-BR'],
  'notes.en': notes.en,
  ebooks,
});

/** Returns the form's fields in the shape that the API saves. */
export const writtenEpisode = ({ 'notes.pt-BR': portuguese, 'notes.en': english, ...text }: EpisodeText): EpisodeDraft => ({
  ...text,
  notes: { 'pt-BR': portuguese, en: english },
});
