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
    saved: 'Saved: it stands on the receipt of this and later purchases.',
    savedOnce: 'Saved: it stands on the receipt of this purchase.',
    notSaved:
      'It could not be saved. The purchase goes on without it; until 24 hours after paying you can change the receipt on the page of the order.',
  },
);
