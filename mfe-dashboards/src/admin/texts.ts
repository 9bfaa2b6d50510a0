import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    previous: 'Anterior',
    next: 'Próxima',
    copyEmail: (email: string): string => `Copiar ${email}`,
    emailCopied: 'E-mail copiado',
    copyFailed: 'Não foi possível copiar o e-mail',
    exportCsv: 'Exportar CSV',
    exporting: 'Exportando…',
    exportFailed: 'Não foi possível exportar.',
    loading: 'Carregando…',
    nothingFound: 'Nada encontrado',
    nothingFoundMessage: 'Tente outras palavras ou menos filtros.',
    showAll: 'Mostrar tudo',
  },
  {
    previous: 'Prev',
    next: 'Next',
    copyEmail: (email: string): string => `Copy ${email}`,
    emailCopied: 'Email copied',
    copyFailed: 'The email could not be copied',
    exportCsv: 'Export CSV',
    exporting: 'Exporting…',
    exportFailed: 'The export failed.',
    loading: 'Loading…',
    nothingFound: 'Nothing found',
    nothingFoundMessage: 'Try different words or fewer filters.',
    showAll: 'Show everything',
  },
);
