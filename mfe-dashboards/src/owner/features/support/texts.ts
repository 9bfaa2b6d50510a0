import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    title: 'Suporte',
    hint: 'Como o sistema está agora, como fazer o que é mais comum e com quem falar.',
    hintWithoutState: 'Como fazer o que é mais comum e com quem falar.',
    state: 'Estado do sistema',
    loading: 'Verificando…',
    failed: 'Não foi possível verificar o sistema',
    checkAgain: 'Verificar de novo',
    fine: 'Tudo certo',
    look: 'Precisa de atenção',
    unknown: 'Sem dados',
    payments: 'Pagamentos',
    lastPaymentEvent: (moment: string): string => `Último aviso do Stripe em ${moment}.`,
    noPaymentEvent: 'Nenhum aviso do Stripe nos últimos 60 dias.',
    paymentsUnread: (since: string | null, reason: string): string =>
      since === null
        ? `Nem todos os pagamentos puderam ser conferidos. Último erro: ${reason}`
        : `Desde ${since} nem todos os pagamentos puderam ser conferidos. Último erro: ${reason}`,
    mail: 'E-mails',
    noMailWaits: 'Nenhum e-mail esperando para sair.',
    mailWaits: (count: number, moment: string): string =>
      count === 1 ? `1 e-mail na fila desde ${moment}.` : `${count} e-mails na fila, o mais antigo desde ${moment}.`,
    refused: (recipient: string, moment: string, reason: string): string => `Recusado para ${recipient} em ${moment}: ${reason}`,
    mailbox: 'E-mails que voltam',
    mailboxRead: (moment: string): string => `Caixa de e-mail lida por último em ${moment}.`,
    mailboxNeverRead: 'A caixa de e-mail ainda não foi lida.',
    mailboxFailed: (reason: string): string => `Última leitura: ${reason}`,
    reportsUnread: (count: number): string =>
      count === 1
        ? '1 aviso de devolução não foi entendido e ficou na caixa de entrada, sem ler.'
        : `${count} avisos de devolução não foram entendidos e ficaram na caixa de entrada, sem ler.`,
    noMailbox: 'Nenhuma caixa de e-mail conectada (MAILBOX_URL). O site só sabe do que o servidor recusa na hora do envio.',
    videos: 'Vídeos do canal',
    videosRead: (moment: string): string => `Canal lido por último em ${moment}.`,
    videosNeverRead: 'O canal ainda não foi lido.',
    videosFailed: (reason: string): string => `Última leitura: ${reason}`,
    noChannel: 'Nenhum canal configurado; o site mostra episódios de exemplo.',
    storage: 'Arquivos',
    storageReached: 'O lugar onde ficam os PDFs responde.',
    storageLost: 'O lugar onde ficam os PDFs não responde. Downloads podem falhar até que volte.',
    howTos: 'Como fazer',
    open: 'Abrir',
    answers: {
      email: {
        question: 'Um comprador não recebeu o e-mail',
        answer:
          'Procure o pedido pelo nome ou e-mail e abra-o. Se o endereço está certo, envie o e-mail de novo; se foi digitado errado, corrija-o, e o e-mail sai para o endereço certo.',
      },
      refund: {
        question: 'Alguém pediu o dinheiro de volta',
        answer:
          'Abra o pedido e reembolse tudo ou só um dos livros. O livro reembolsado sai da biblioteca de quem comprou, e o valor volta pelo mesmo meio de pagamento.',
      },
      reply: {
        question: 'Quero responder a uma mensagem',
        answer:
          'Abra a mensagem e escolha responder por e-mail: o seu programa de e-mail abre com o assunto e o texto citado. Depois, marque-a como respondida.',
      },
      export: {
        question: 'Quero levar a lista da newsletter para outro serviço',
        answer:
          'Filtre por confirmados e exporte o CSV. Ele traz a versão do texto com que cada pessoa concordou e quando. Escreva só a quem confirmou.',
      },
      audit: {
        question: 'Quero saber quem mudou alguma coisa',
        answer: 'O histórico mostra cada mudança feita no painel, com quem a fez, antes e depois.',
      },
      numbers: {
        question: 'Quero os números de um período',
        answer: 'Escolha o período e com o que comparar; imprima a página ou exporte o CSV para uma planilha.',
      },
    },
    contact: 'Ainda precisa de ajuda?',
    contactMessage:
      'Escreva a quem mantém o site e conte o que você fez, o que esperava e a que horas foi. Se foi uma mudança, copie também o código da solicitação que está no histórico.',
    contactDeveloper: (name: string): string => `Falar com ${name}`,
  },
  {
    title: 'Support',
    hint: 'How the system is doing, how to do the most common things, and who to ask.',
    hintWithoutState: 'How the most common things are done, and whom to ask.',
    state: 'System status',
    loading: 'Checking…',
    failed: 'The system could not be checked',
    checkAgain: 'Check again',
    fine: 'All good',
    look: 'Needs attention',
    unknown: 'No data',
    payments: 'Payments',
    lastPaymentEvent: (moment: string): string => `Stripe last notified the site on ${moment}.`,
    noPaymentEvent: 'No notifications from Stripe in the last 60 days.',
    paymentsUnread: (since, reason) =>
      since === null
        ? `Not all payments could be checked. Last error: ${reason}`
        : `Since ${since} not all payments could be checked. Last error: ${reason}`,
    mail: 'Emails',
    noMailWaits: 'No emails are waiting to be sent.',
    mailWaits: (count: number, moment: string): string =>
      count === 1 ? `1 email in the queue since ${moment}.` : `${count} emails in the queue, the oldest since ${moment}.`,
    refused: (recipient: string, moment: string, reason: string): string => `Refused for ${recipient} on ${moment}: ${reason}`,
    mailbox: 'Returned emails',
    mailboxRead: (moment: string): string => `Mailbox last read on ${moment}.`,
    mailboxNeverRead: 'The mailbox has not been read yet.',
    mailboxFailed: (reason: string): string => `Last reading: ${reason}`,
    reportsUnread: (count: number): string =>
      count === 1
        ? '1 delivery report was not understood and stays unread in the inbox.'
        : `${count} delivery reports were not understood and stay unread in the inbox.`,
    noMailbox: 'No mailbox is connected (MAILBOX_URL). The site only knows of what the server refuses when it sends.',
    videos: 'Channel videos',
    videosRead: (moment: string): string => `Channel last read on ${moment}.`,
    videosNeverRead: 'The channel has not been read yet.',
    videosFailed: (reason: string): string => `Last reading: ${reason}`,
    noChannel: 'No channel is configured; the site shows example episodes.',
    storage: 'Files',
    storageReached: 'The storage for the PDFs is responding.',
    storageLost: 'The storage for the PDFs is not responding. Downloads may fail until it is back.',
    howTos: 'How to',
    open: 'Open',
    answers: {
      email: {
        question: 'A buyer did not get the email',
        answer:
          'Find the order by name or email and open it. If the address is right, send the email again. If it was mistyped, correct it, and the email goes to the right address.',
      },
      refund: {
        question: 'Somebody asked for a refund',
        answer:
          'Open the order and refund all of it or one of the books. A refunded book leaves the buyer’s library, and the money goes back the way it came.',
      },
      reply: {
        question: 'I want to answer a message',
        answer:
          'Open the message and choose to reply by email: your mail program opens with the subject and the quoted text. Then mark it as answered.',
      },
      export: {
        question: 'I want to move the newsletter list to another service',
        answer:
          'Filter by confirmed and export the CSV. It shows which version of the text each person agreed to, and when. Write only to those who confirmed.',
      },
      audit: {
        question: 'I want to know who changed something',
        answer: 'The history shows every change made in the dashboard: who made it, and what was there before and after.',
      },
      numbers: {
        question: 'I want the numbers for a period',
        answer: 'Choose the period and what to compare it with; print the page or export the CSV for a spreadsheet.',
      },
    },
    contact: 'Still need help?',
    contactMessage:
      'Write to whoever maintains the site: say what you did, what you expected and when it happened. If it was a change, include its request code from the history.',
    contactDeveloper: (name: string): string => `Contact ${name}`,
  },
);
