import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    title: 'Páginas',
    hint: 'Os textos do site, nos dois idiomas. Nada muda para quem visita antes de você publicar.',
    loading: 'Carregando os textos…',
    failed: 'Os textos não puderam ser carregados',
    back: '← Todos os textos',
    groups: { home: 'Página inicial', about: 'Sobre', contact: 'Contato', legal: 'Textos legais' },
    original: 'Texto original do site',
    published: (who: string, when: string): string => `${who} · ${when}`,
  },
  {
    title: 'Pages',
    hint: 'The site’s texts, in both languages. Nothing changes for visitors until you publish.',
    loading: 'Loading the texts…',
    failed: 'The texts could not be loaded',
    back: '← All texts',
    groups: { home: 'Home', about: 'About', contact: 'Contact', legal: 'Legal texts' },
    original: 'The site’s original text',
    published: (who, when) => `${who} · ${when}`,
  },
);
