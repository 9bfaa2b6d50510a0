import { defineTexts } from '@site/shared/texts/locales.ts';

export const launchTexts = defineTexts(
  {
    title: 'Lançamento',
    unset: 'sem data marcada',
    none: 'Anuncie o livro antes de sair: ele fica na loja em pré-venda, e o arquivo pode vir depois.',
    planned: (moment: string): string => `Sai em ${moment}.`,
    over: (moment: string): string => `Lançado em ${moment}.`,
    buyers: (count: number): string => (count === 1 ? '1 pessoa já comprou.' : `${count} pessoas já compraram.`),
    pending: (count: number): string => (count === 1 ? '1 pagamento pode chegar ainda.' : `${count} pagamentos podem chegar ainda.`),
    waiting: (count: number): string => (count === 1 ? '1 pessoa espera o aviso.' : `${count} pessoas esperam o aviso.`),
    before: 'Antes de sair',
    sold: 'Vender já',
    told: 'Avisar quando sair',
    noBuyers: 'Ninguém comprou ainda.',
    noFile: 'Falta o arquivo: sem ele, no dia o lançamento é adiado por uma semana.',
    publish: 'Para aparecer na loja, publique o livro.',
    at: 'Sai em',
    hint: (zone: string): string => `Até 60 dias à frente, no fuso horário do site: ${zone}.`,
    move: 'Mudar a data',
    cancel: 'Cancelar o anúncio',
    failed: 'Não foi possível salvar o lançamento.',
    moveTitle: (moment: string): string => `Adiar para ${moment}?`,
    moveMessage: (count: number): string =>
      count === 1
        ? '1 pessoa já comprou: ela recebe um e-mail com a nova data e um jeito de pedir o dinheiro de volta.'
        : `${count} pessoas já compraram: cada uma recebe um e-mail com a nova data e um jeito de pedir o dinheiro de volta.`,
    cancelTitle: 'Cancelar o anúncio?',
    cancelMessage: 'O livro sai da loja e volta a ser rascunho.',
    cancelWaiting: (count: number): string =>
      count === 1
        ? '1 pessoa espera o aviso: ela recebe o e-mail quando o livro for publicado.'
        : `${count} pessoas esperam o aviso: cada uma recebe o e-mail quando o livro for publicado.`,
    cannotCancel:
      'Com a pré-venda paga, ou a caminho, o anúncio não pode ser cancelado. Devolva antes o dinheiro de cada pedido, ou mude a data.',
    canceled: 'Anúncio cancelado',
    problems: {
      required: 'Escolha dia e hora.',
      invalid: 'Escolha dia e hora.',
      over: 'Este momento já passou.',
      too_far: 'No máximo 60 dias à frente: depois disso um Pix não pode mais ser devolvido a tempo.',
      already_out: 'Este livro já foi vendido para ler na hora; não pode mais ser anunciado.',
      launched: 'O lançamento já aconteceu.',
      has_buyers: 'A pré-venda já tem compras pagas ou a caminho. Devolva antes o dinheiro de cada pedido.',
    } as Readonly<Record<string, string>>,
  },
  {
    title: 'Launch',
    unset: 'no date set',
    none: 'Announce the book before it is out: it is available for pre-order in the shop, and its file can be added later.',
    planned: (moment) => `Out on ${moment}.`,
    over: (moment) => `Out since ${moment}.`,
    buyers: (count) => (count === 1 ? '1 person has bought it.' : `${count} people have bought it.`),
    pending: (count) => (count === 1 ? '1 payment is still pending.' : `${count} payments are still pending.`),
    waiting: (count) => (count === 1 ? '1 person is on the waiting list.' : `${count} people are on the waiting list.`),
    before: 'Before it is out',
    sold: 'Sell it now',
    told: 'Start a waiting list',
    noBuyers: 'Nobody has bought it yet.',
    noFile: 'The file is missing: if it is still missing on launch day, the launch is postponed by a week.',
    publish: 'To show it in the shop, publish the book.',
    at: 'Out on',
    hint: (zone) => `At most 60 days ahead, in the site’s time zone: ${zone}.`,
    move: 'Change the date',
    cancel: 'Cancel the announcement',
    failed: 'The launch could not be saved.',
    moveTitle: (moment) => `Postpone to ${moment}?`,
    moveMessage: (count) =>
      count === 1
        ? '1 person has bought it, and gets an email with the new date and a way to request a refund.'
        : `${count} people have bought it: each gets an email with the new date and a way to request a refund.`,
    cancelTitle: 'Cancel the announcement?',
    cancelMessage: 'The book leaves the shop and is a draft again.',
    cancelWaiting: (count) =>
      count === 1
        ? '1 person is on the waiting list, and gets the email when the book is published.'
        : `${count} people are on the waiting list: each gets the email when the book is published.`,
    cannotCancel:
      'The announcement cannot be cancelled while there are paid or pending pre-orders. Refund each order first, or change the date.',
    canceled: 'Announcement cancelled',
    problems: {
      required: 'Choose day and time.',
      invalid: 'Choose day and time.',
      over: 'This moment has passed.',
      too_far: 'At most 60 days ahead: after that a Pix cannot be returned in time.',
      already_out: 'This book was already sold for immediate reading, so it can no longer be announced.',
      launched: 'The launch is over.',
      has_buyers: 'There are paid or pending pre-orders. Refund each order first.',
    },
  },
);
