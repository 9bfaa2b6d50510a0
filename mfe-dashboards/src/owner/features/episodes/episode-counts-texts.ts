import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    counts: ({ listens, plays, downloads }: Readonly<Record<'listens' | 'plays' | 'downloads', string>>): string =>
      `Reproduções de áudio no site: ${listens} · de vídeo: ${plays} · Downloads por aplicativos: ${downloads}.`,
    since: 'Nos últimos 25 meses.',
    failed: 'Não foi possível carregar as reproduções deste episódio.',
    more: 'Ver em Análises',
  },
  {
    counts: ({ listens, plays, downloads }) =>
      `Audio plays on the site: ${listens} · video plays: ${plays} · downloads by apps: ${downloads}.`,
    since: 'In the last 25 months.',
    failed: 'Failed to load the plays of this episode.',
    more: 'View in Analytics',
  },
);
