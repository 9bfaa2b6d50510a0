import type { SubscriberSource } from '@site/shared/contracts/newsletter.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

/** The sources of subscribers. On most pages the form is in the footer. */
export const subscriberSourceTexts = defineTexts(
  {
    footer: 'Rodapé: outras páginas',
    home: 'Rodapé: página inicial',
    episode: 'Rodapé: página de episódio',
    post: 'Rodapé: página de texto',
    checkout: 'Depois da compra',
    newsletter: 'Página da newsletter',
    sample: 'Amostra de livro',
    admin: 'Painel',
    customer: 'Conta',
    import: 'Importação',
  } satisfies Record<SubscriberSource, string>,
  {
    footer: 'Footer: other pages',
    home: 'Footer: home page',
    episode: 'Footer: episode page',
    post: 'Footer: text page',
    checkout: 'After a purchase',
    newsletter: 'Newsletter page',
    sample: 'Book sample',
    admin: 'Dashboard',
    customer: 'Account',
    import: 'Import',
  },
);
