import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    previous: 'Anterior',
    next: 'Próxima',
    exportCsv: 'Exportar CSV',
    exporting: 'Exportando…',
    exportFailed: 'Não foi possível exportar.',
    loading: 'Carregando…',
    nothingFound: 'Nada encontrado',
    nothingFoundMessage: 'Tente outras palavras ou menos filtros.',
    showAll: 'Mostrar tudo',
    notPermitted: 'Esta página não é da sua função',
    notPermittedMessage: 'Se você precisa dela, peça a titulares do site que mudem a sua função na equipe.',
    toOverview: 'Ir para o início',
    currency: 'Moeda',
  },
  {
    previous: 'Prev',
    next: 'Next',
    exportCsv: 'Export CSV',
    exporting: 'Exporting…',
    exportFailed: 'The export failed.',
    loading: 'Loading…',
    nothingFound: 'Nothing found',
    nothingFoundMessage: 'Try different words or fewer filters.',
    showAll: 'Show everything',
    notPermitted: 'This page is not part of your role',
    notPermittedMessage: 'If you need it, ask an owner of the site to change your role in the team.',
    toOverview: 'Go to Home',
    currency: 'Currency',
  },
);
