import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    title: 'Leitores da newsletter',
    hint: 'Só quem confirmou a inscrição. Cada entrada e cada saída conta no dia em que acontece, seja por pedido, por spam, por e-mail recusado ou por exclusão.',
    failed: 'Não foi possível carregar os leitores da newsletter',
    none: 'Sem dados: até o fim deste período, ninguém confirmou a inscrição.',
    readers: 'Leitores',
    joined: 'Novas inscrições',
    left: 'Saídas',
    sources: 'De onde vêm os leitores',
    source: 'Origem',
    unknown: 'Não informada',
    readersThen: 'Leitores no fim do período',
    imported: 'Quem veio de uma importação conta no dia em que confirmou na lista de antes.',
  },
  {
    title: 'Newsletter readers',
    hint: 'Only confirmed subscribers. Each one counts on the day of joining and on the day of leaving, whether by unsubscribing, a spam report, a rejected address or deletion.',
    failed: 'Failed to load the newsletter’s readers',
    none: 'No data: nobody had confirmed a subscription by the end of this period.',
    readers: 'Readers',
    joined: 'New subscriptions',
    left: 'Unsubscribed',
    sources: 'Where readers come from',
    source: 'Source',
    unknown: 'Not given',
    readersThen: 'Readers at the end',
    imported: 'Imported readers count on the day on which they confirmed in their previous list.',
  },
);
