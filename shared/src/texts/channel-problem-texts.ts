import type { ChannelProblem } from '../contracts/admin-support.ts';
import { defineTexts } from './locales.ts';

/** Reasons why the channel could not be read, and how to correct each. */
const sentences = defineTexts(
  {
    channel_not_found:
      'O YouTube não encontra mais o canal do site. No painel, abra Configurações, Canal do YouTube, e procure o canal pelo @ ou pelo endereço.',
    channel_empty: 'O canal não mostra mais nenhum vídeo público. Os episódios da última leitura continuam no site.',
    key_refused:
      'O YouTube recusou a chave de YOUTUBE_API_KEY. No Google Cloud, confira se a YouTube Data API v3 está ativada e se a chave permite o endereço do servidor.',
    quota_exceeded: 'A cota do dia na YouTube Data API acabou. O canal volta a ser lido depois da meia-noite da Califórnia.',
    provider_silent: 'O YouTube não respondeu. O site tenta de novo a cada meia hora.',
  } as const satisfies Record<ChannelProblem, string>,
  {
    channel_not_found:
      'YouTube no longer finds the site’s channel. In the dashboard, open Settings, YouTube channel, and look for the channel by its @ or its address.',
    channel_empty: 'The channel no longer has any public video. The site keeps the episodes of the last sync.',
    key_refused:
      'YouTube rejected the key in YOUTUBE_API_KEY. In Google Cloud, check that the YouTube Data API v3 is enabled and that the key allows the server’s address.',
    quota_exceeded: 'The daily quota of the YouTube Data API is used up. The site reads the channel again after midnight in California.',
    provider_silent: 'YouTube did not answer. The site tries again every half hour.',
  } satisfies Record<ChannelProblem, string>,
);

/** Returns the sentence for `reason` if it is one of our codes; otherwise `reason` itself. */
export const channelProblemText = (locale: keyof typeof sentences, reason: string): string =>
  Object.hasOwn(sentences[locale], reason) ? sentences[locale][reason as ChannelProblem] : reason;
