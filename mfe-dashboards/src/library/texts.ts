import { defineTexts } from '@site/shared/texts/locales.ts';

/** Texts of a book that can be read and downloaded. */
export const texts = defineTexts(
  {
    acquired: (day: string): string => `Adquirido em ${day}`,
    pages: (count: number): string => `${count} páginas`,
    read: 'Ler',
    comes: (day: string): string => `Em pré-venda: sai em ${day}. Avisamos por e-mail quando estiver pronto para ler.`,
    goOn: 'Continuar',
    continueAt: (page: number, pages: number | null): string =>
      pages === null ? `Continuar na página ${page}` : `Continuar na página ${page} de ${pages}`,
    download: 'Baixar',
    review: 'Avaliar este livro',
    reviewed: (stars: string): string => `Minha avaliação ${stars}`,
    preparing: 'Preparando…',
    downloading: (title: string): string => `Baixando ${title}`,
    downloadingPart: (percent: number): string => `Baixando… ${percent}%`,
    downloadStalled: 'Sem conexão. O download continua assim que ela voltar.',
    copyInPreparation: 'Estamos preparando sua cópia. O download começa sozinho.',
    downloadFailed: 'Não foi possível baixar o arquivo',
  },
  {
    acquired: (day: string): string => `Yours since ${day}`,
    pages: (count: number): string => `${count} pages`,
    read: 'View',
    comes: (day: string): string => `Pre-ordered: out on ${day}. We will email you when it is ready to read.`,
    goOn: 'Continue',
    continueAt: (page: number, pages: number | null): string =>
      pages === null ? `Continue at page ${page}` : `Continue at page ${page} of ${pages}`,
    download: 'Download',
    review: 'Review this book',
    reviewed: (stars: string): string => `My review ${stars}`,
    preparing: 'Preparing…',
    downloading: (title: string): string => `Downloading ${title}`,
    downloadingPart: (percent: number): string => `Downloading… ${percent}%`,
    downloadStalled: 'No connection. The download continues as soon as it is back.',
    copyInPreparation: 'We are preparing your copy. The download starts automatically.',
    downloadFailed: 'Failed to download the file',
  },
);
