import type { Episode } from '@site/shared/contracts/episodes.ts';
import { toInstant } from '@site/shared/dates/dates.ts';

const sample = (number: number, title: string, day: string, minutes: number, description: string): Episode => ({
  id: `exemplo-${number}`,
  slug: `exemplo-${number}`,
  title,
  description,
  publishedAt: toInstant(`${day}T09:00:00Z`),
  durationSeconds: minutes * 60,
  picture: null,
  media: null,
  audio: null,
  spotifyUrl: '',
});

/** The example episodes, newest first. The podcast page of a new site without a channel shows these episodes, labeled as examples. */
export const sampleEpisodes: readonly Episode[] = [
  sample(
    3,
    'Ruth: ficar quando seria mais fácil partir',
    '2026-03-19',
    38,
    'Duas mulheres, uma estrada e uma promessa que muda o rumo de uma família.\n\n00:00 A estrada\n11:20 A promessa\n26:05 O que muda hoje',
  ),
  sample(
    2,
    'O sobrenatural nas coisas pequenas',
    '2026-03-05',
    42,
    'Pão, brasas e uma voz baixa: onde a Bíblia costuma esconder os seus milagres.\n\n00:00 Antes do barulho\n14:30 Pão sobre as brasas\n33:10 Para conversar em casa',
  ),
  sample(
    1,
    'Apocalipse sem medo',
    '2026-02-19',
    51,
    'Um livro escrito para consolar quem estava cansado.\n\n00:00 Por que assusta\n09:45 Sete cartas\n40:00 A cidade que desce',
  ),
];
