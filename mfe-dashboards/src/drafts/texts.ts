import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    kept: (when: string): string => `Rascunho guardado neste aparelho (${when})`,
    notKept: 'Rascunho aberto só nesta página: este aparelho não o guardou.',
    discard: 'Descartar rascunho',
    discardTitle: 'Descartar o rascunho?',
    discardMessage: 'O que você escreveu e não publicou será apagado deste aparelho.',
  },
  {
    kept: (when) => `Draft kept on this device (${when})`,
    notKept: 'The draft is open on this page only: this device could not store it.',
    discard: 'Discard draft',
    discardTitle: 'Discard the draft?',
    discardMessage: 'Unpublished changes will be removed from this device.',
  },
);
