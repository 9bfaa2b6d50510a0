import type { SubscriberSource } from '@site/shared/contracts/newsletter.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

/** Where a subscriber came from. */
export const subscriberSourceTexts = defineTexts(
  {
    footer: 'Rodapé do site',
    home: 'Página inicial',
    episode: 'Página de episódio',
    post: 'Página de texto',
    checkout: 'Depois da compra',
    newsletter: 'Página da newsletter',
    sample: 'Amostra de livro',
    admin: 'Painel',
    customer: 'Conta',
    import: 'Importação',
  } satisfies Record<SubscriberSource, string>,
  {
    footer: 'Site footer',
    home: 'Home page',
    episode: 'Episode page',
    post: 'Text page',
    checkout: 'After a purchase',
    newsletter: 'Newsletter page',
    sample: 'Book sample',
    admin: 'Dashboard',
    customer: 'Account',
    import: 'Import',
  },
);
