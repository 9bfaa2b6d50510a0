import { defineTexts } from '@site/shared/texts/locales.ts';

export const boughtTexts = defineTexts(
  {
    openLibrary: 'Abrir na minha biblioteca',
    openOrder: 'Ver o pedido',
    ordered: (day: string) => `Você já comprou este eBook: ele sai em ${day}`,
  },
  {
    openLibrary: 'Open in my library',
    openOrder: 'See the order',
    ordered: (day) => `You have already bought this eBook: it will be out on ${day}`,
  },
);
