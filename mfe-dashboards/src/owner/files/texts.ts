import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    chooseOrDrop: 'Escolha um arquivo ou arraste-o até aqui',
    chooseAnother: 'Trocar',
    fileSize: (name: string, size: string): string => `${name} · ${size}`,
    sending: (percent: number): string => `Enviando: ${percent}%`,
    checking: 'Conferindo os arquivos…',
    cancel: 'Cancelar envio',
  },
  {
    chooseOrDrop: 'Choose a file or drop it here',
    chooseAnother: 'Change',
    fileSize: (name, size) => `${name} · ${size}`,
    sending: (percent) => `Uploading: ${percent}%`,
    checking: 'Checking the files…',
    cancel: 'Cancel upload',
  },
);
