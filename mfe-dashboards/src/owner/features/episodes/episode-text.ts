import type { AdminEpisode, EpisodeDraft } from '@site/shared/contracts/admin-episodes.ts';

/**
 * The owner's edits to an episode. The fields have the names that the API's validation errors use. An empty season or number means none.
 */
export type EpisodeText = Omit<EpisodeDraft, 'title' | 'description' | 'notes' | 'kind' | 'season' | 'number'> & {
  readonly title: string;
  readonly description: string;
  readonly kind: AdminEpisode['kind'];
  readonly season: string;
  readonly number: string;
  readonly 'notes.pt-BR': string;
  readonly 'notes.en': string;
};
export type EpisodeField = keyof EpisodeText;
export const EPISODE_FIELDS = [
  'title',
  'description',
  'isHidden',
  'ownSlug',
  'categories',
  'notes.pt-BR',
  'notes.en',
  'ebooks',
  'kind',
  'season',
  'number',
] as const satisfies readonly EpisodeField[];

/** Returns the form's values for an episode. */
export const episodeText = ({ notes, season, number, ...episode }: AdminEpisode): EpisodeText => ({
  title: episode.title,
  description: episode.description,
  isHidden: episode.isHidden,
  ownSlug: episode.ownSlug,
  categories: episode.categories,
  'notes.pt-BR': notes['pt-BR'],
  'notes.en': notes.en,
  ebooks: episode.ebooks,
  kind: episode.kind,
  season: season === null ? '' : String(season),
  number: number === null ? '' : String(number),
});

const numberOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

/**
 * Returns the form's fields in the shape that the API saves. Title and description of a channel's episode are left out, because the channel
 * sets them.
 */
export function writtenEpisode({ origin }: Pick<AdminEpisode, 'origin'>, text: EpisodeText): EpisodeDraft {
  const { 'notes.pt-BR': portuguese, 'notes.en': english, title, description, season, number, ...others } = text;
  return {
    ...others,
    ...(origin === 'own' && { title, description }),
    season: numberOf(season),
    number: numberOf(number),
    notes: { 'pt-BR': portuguese, en: english },
  };
}
