import type { ChannelProblem } from '@site/shared/contracts/admin-support.ts';
import type { EARLIER_EPISODES } from '@site/shared/contracts/content.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

type Reason = Exclude<ChannelProblem, 'channel_empty'> | 'no_key';
type Earlier = (typeof EARLIER_EPISODES)[number];

export const texts = defineTexts(
  {
    zone: 'Procurar cidade, país ou fuso',
    zoneHint: 'Por exemplo Lisboa, Manaus ou Brasília. Nas análises, os dias que já passaram ficam como estão.',
    zones: 'Fuso horário do site',
    noZone: 'Nenhum fuso tem estas palavras. Tente uma cidade grande da região.',
    moreZones: (count: number): string => `E mais ${count}: escreva mais letras.`,
    deviceZone: 'o deste aparelho',
    clock: (time: string, offset: string): string => `Agora são ${time} (${offset})`,
    lookUp: 'Canal do YouTube',
    lookUpHint: 'Cole o @, o endereço ou o ID do canal.',
    find: 'Procurar',
    finding: 'Procurando…',
    reasons: {
      channel_not_found: 'O YouTube não encontra este canal. Copie o endereço da página do canal, ou o @ como aparece lá.',
      key_refused: 'O YouTube recusou a chave do site. Quem cuida do servidor corrige YOUTUBE_API_KEY.',
      quota_exceeded: 'A cota do dia no YouTube acabou. Tente de novo depois da meia-noite da Califórnia.',
      provider_silent: 'O YouTube não respondeu. Tente de novo em instantes.',
      no_key: 'O site ainda não tem a chave do YouTube. Quem cuida do servidor define YOUTUBE_API_KEY e reinicia a API.',
    } satisfies Record<Reason, string> as Readonly<Record<string, string>>,
    failed: 'A busca não funcionou. Confira o que você colou e tente de novo.',
    found: 'Canal encontrado',
    videos: (count: number): string => (count === 1 ? '1 vídeo público' : `${count} vídeos públicos`),
    openChannel: 'Ver no YouTube',
    newTab: '(abre em nova aba)',
    use: 'Usar este canal',
    chosen: 'Canal do site',
    connected: 'Conectado',
    none: 'O site não tem canal.',
    noneHint: 'Novos episódios só entram depois que você escolher um.',
    leave: 'Deixar sem canal',
    earlier: 'Episódios de outros canais',
    earlierOf: {
      kept: 'Continuam no site',
      hidden: 'Saem do site',
    } satisfies Record<Earlier, string>,
    earlierHints: {
      kept: 'Ficam como estão, com suas notas e endereços, e seguem em dia com o YouTube.',
      hidden: 'Notas, imagens e endereços ficam guardados. Tudo volta quando você trouxer o canal de volta ou mudar esta escolha.',
    } satisfies Record<Earlier, string>,
    change: 'Trocar o canal?',
    changeTo: (name: string): string => `O site passa a ler os episódios de ${name} assim que você publicar.`,
    changeToNone: 'O site deixa de ler um canal. Nenhum episódio novo entra.',
    outcome: {
      kept: (count: number): string =>
        count === 1 ? 'O episódio que está no site continua lá.' : `Os ${count} episódios que estão no site continuam lá.`,
      hidden: (count: number): string =>
        count === 1
          ? 'O episódio que está no site sai dele. Suas notas e seu endereço ficam guardados.'
          : `Os ${count} episódios que estão no site saem dele. Suas notas e seus endereços ficam guardados.`,
    } satisfies Record<Earlier, (count: number) => string>,
    publish: 'Publicar e trocar',
  },
  {
    zone: 'Find a city, country or time zone',
    zoneHint: 'For example Lisbon, Auckland or New York. In the analytics, past days do not change.',
    zones: 'Time zone of the site',
    noZone: 'No time zone matches. Try a large city in the region.',
    moreZones: (count) => `And ${count} more: keep typing.`,
    deviceZone: 'this device’s',
    clock: (time, offset) => `It is ${time} there now (${offset})`,
    lookUp: 'YouTube channel',
    lookUpHint: 'Paste the channel’s @handle, URL or ID.',
    find: 'Find',
    finding: 'Looking…',
    reasons: {
      channel_not_found: 'YouTube cannot find this channel. Copy the URL of the channel’s page, or its @handle.',
      key_refused: 'YouTube rejected the site’s key. The person who maintains the server corrects YOUTUBE_API_KEY.',
      quota_exceeded: 'The daily YouTube quota is used up. Try again after midnight in California.',
      provider_silent: 'YouTube did not answer. Try again in a moment.',
      no_key: 'The site has no YouTube key yet. The person who maintains the server sets YOUTUBE_API_KEY and restarts the API.',
    },
    failed: 'The search did not work. Check what you pasted and try again.',
    found: 'Channel found',
    videos: (count) => (count === 1 ? '1 public video' : `${count} public videos`),
    openChannel: 'Open on YouTube',
    newTab: '(opens in a new tab)',
    use: 'Use this channel',
    chosen: 'The site’s channel',
    connected: 'Connected',
    none: 'The site has no channel.',
    noneHint: 'New episodes appear only once you choose one.',
    leave: 'Leave without a channel',
    earlier: 'Episodes of other channels',
    earlierOf: { kept: 'Stay on the site', hidden: 'Leave the site' },
    earlierHints: {
      kept: 'They stay as they are, with their notes and addresses, and are kept up to date with YouTube.',
      hidden: 'Notes, pictures and addresses are kept. Everything returns when you bring the channel back or change this choice.',
    },
    change: 'Change the channel?',
    changeTo: (name) => `The site reads the episodes of ${name} as soon as you publish.`,
    changeToNone: 'The site stops reading a channel. No new episodes appear.',
    outcome: {
      kept: (count) => (count === 1 ? 'The episode on the site stays.' : `The ${count} episodes on the site stay.`),
      hidden: (count) =>
        count === 1
          ? 'The episode on the site is removed from it. Its notes and its address are kept.'
          : `The ${count} episodes on the site are removed from it. Their notes and addresses are kept.`,
    },
    publish: 'Publish and change',
  },
);
