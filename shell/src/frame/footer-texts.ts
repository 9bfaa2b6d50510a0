import { defineTexts } from '@site/shared/texts/locales.ts';

/** Texts that load with the footer. Links that the header has too use the header's texts. */
export const footerTexts = defineTexts(
  {
    quickLinks: 'Links Rápidos',
    resources: 'Recursos',
    ebooks: 'Ebooks',
    faq: 'FAQ',
    support: 'Suporte',
    privacy: 'Política de Privacidade',
    terms: 'Termos de Serviço',
    newsletter: 'Newsletter',
    invitation: 'Receba os próximos textos e episódios por e-mail',
    promise: 'Uma carta quando há algo novo. Para sair, basta um clique.',
    instagram: 'Perfil no Instagram',
    inNewTab: (name: string): string => `${name} (abre em nova aba)`,
    apply: 'Aplicar',
    rights: 'Todos os direitos reservados.',
  },
  {
    quickLinks: 'Quick links',
    resources: 'Resources',
    ebooks: 'eBooks',
    faq: 'FAQ',
    support: 'Support',
    privacy: 'Privacy Policy',
    terms: 'Terms of Service',
    newsletter: 'Newsletter',
    invitation: 'Get new posts and episodes by email',
    promise: 'An email when there is something new. One click is enough to unsubscribe.',
    instagram: 'Instagram profile',
    inNewTab: (name) => `${name} (opens in a new tab)`,
    apply: 'Apply',
    rights: 'All rights reserved.',
  },
);
