import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    title: 'Nome, CPF ou CNPJ no recibo (opcional)',
    loading: 'Carregando…',
    saved: 'Salvo: sai no recibo desta e das próximas compras.',
    savedOnce: 'Salvo: sai no recibo desta compra.',
    notSaved:
      'Não foi possível salvar. A compra segue sem isso; até 24 horas depois de pagar você pode mudar o recibo na página do pedido.',
  },
  {
    title: 'Name or tax id on the receipt (optional)',
    loading: 'Loading…',
    saved: 'Saved. It appears on the receipts of this and future purchases.',
    savedOnce: 'Saved. It appears on the receipt of this purchase.',
    notSaved:
      'It could not be saved, so the purchase continues without it. You can change the receipt on the order’s page until 24 hours after you pay.',
  },
);
