import type { SubscriberState } from '@site/shared/contracts/admin-subscribers.ts';
import { defineTexts, type Locale } from '@site/shared/texts/locales.ts';
import { type CsvCell, csvMoment } from '../../../platform/csv.ts';
import type { SubscriberRow } from './subscriber-row.ts';

/** Texts of the file with newsletter addresses. */
export const subscriberFileTexts = defineTexts(
  {
    filename: 'inscritos',
    heading: [
      'E-mail',
      'Situação',
      'Idioma',
      'Origem',
      'Versão do consentimento',
      'Consentiu em',
      'Confirmou em',
      'Cancelou em',
      'Recusado em',
    ],
    states: {
      pending: 'aguardando confirmação',
      confirmed: 'confirmado',
      unsubscribed: 'cancelado',
      bounced: 'e-mail recusado',
    } satisfies Record<SubscriberState, string>,
    sources: {
      footer: 'rodapé do site',
      home: 'página inicial',
      episode: 'página de episódio',
      post: 'página de texto',
      newsletter: 'página da newsletter',
      checkout: 'depois da compra',
      sample: 'amostra de livro',
      admin: 'painel',
      customer: 'conta',
      import: 'importação',
    } satisfies Record<SubscriberRow['source'], string>,
  },
  {
    filename: 'subscribers',
    heading: ['Email', 'State', 'Language', 'Source', 'Consent version', 'Consented at', 'Confirmed at', 'Unsubscribed at', 'Refused at'],
    states: { pending: 'waiting for confirmation', confirmed: 'confirmed', unsubscribed: 'unsubscribed', bounced: 'address refused' },
    sources: {
      footer: 'site footer',
      home: 'home page',
      episode: 'episode page',
      post: 'post page',
      newsletter: 'newsletter page',
      checkout: 'after a purchase',
      sample: 'book sample',
      admin: 'dashboard',
      customer: 'account',
      import: 'import',
    },
  },
);

/** Returns the cells of one address, in the order of the heading. */
export const toSubscriberLine = (row: SubscriberRow, locale: Locale, timeZone: string): CsvCell[] => [
  row.email,
  subscriberFileTexts[locale].states[row.state],
  row.locale,
  subscriberFileTexts[locale].sources[row.source],
  row.consent_version,
  csvMoment(row.consented_at, timeZone),
  csvMoment(row.confirmed_at, timeZone),
  csvMoment(row.unsubscribed_at, timeZone),
  csvMoment(row.bounced_at, timeZone),
];
