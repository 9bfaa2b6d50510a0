import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    previous: 'Anterior',
    next: 'Próxima',
    page: (page: number): string => `Página ${page}`,
    copyEmail: (email: string): string => `Copiar ${email}`,
    emailCopied: 'E-mail copiado',
    copyFailed: 'Não foi possível copiar o e-mail',
    exportCsv: 'Exportar CSV',
    exporting: 'Exportando…',
    exportFailed: 'Não foi possível exportar.',
  },
  {
    previous: 'Prev',
    next: 'Next',
    page: (page: number): string => `Page ${page}`,
    copyEmail: (email: string): string => `Copy ${email}`,
    emailCopied: 'Email copied',
    copyFailed: 'The email could not be copied',
    exportCsv: 'Export CSV',
    exporting: 'Exporting…',
    exportFailed: 'It could not be exported.',
  },
);
