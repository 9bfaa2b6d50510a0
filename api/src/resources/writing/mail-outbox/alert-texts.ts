import { defineTexts } from '@site/shared/texts/locales.ts';

/** Texts of the emails that tell the owner about problems. */
export const alertTexts = defineTexts(
  {
    subjects: {
      stuck_mail: 'Os e-mails do site não estão saindo',
      undelivered_order: 'Há pedido pago sem entrega',
      paid_twice: 'Um livro foi pago duas vezes',
      failed_refund: 'Um reembolso não chegou a quem comprou',
      owed_refund: 'Falta devolver uma parte de um reembolso',
      amount_differs: 'Um pedido foi pago com outro valor',
      overdue_payment: 'Um pagamento venceu e o banco não disse se foi pago',
      ledger_fault: 'As contas de um pedido não fecham',
      disputes_unread: 'O site não pode ler uma contestação de pagamento',
      payments_unread: 'Os pagamentos não estão sendo conferidos',
      channel_unread: 'O canal de vídeos não pôde ser lido',
      mailbox_unread: 'A caixa de e-mail não pôde ser lida',
      job_failing: 'Uma tarefa automática do site está falhando',
      campaign_stopped: 'Uma carta aos leitores parou',
      campaign_late: 'Uma carta aos leitores não saiu na hora marcada',
      campaign_unknown: 'Não se sabe se todos receberam uma carta',
    },
    lasts: (subject: string): string => `Continua: ${subject}`,
    over: (subject: string): string => `Resolvido: ${subject}`,
    what: {
      stuck_mail:
        'Há e-mails esperando há mais de 15 minutos, ou o servidor recusou os últimos, um depois do outro. O motivo está abaixo: se ele fala de limite, de conta suspensa ou de remetente não verificado, resolva com o provedor de e-mail. O que espera não se perde: o site continua tentando e envia tudo quando o servidor voltar; o que ele recusa por causa do remetente, por cinco dias. O que já foi recusado está na página Suporte, e o e-mail de uma compra pode ser enviado de novo na página do pedido.',
      undelivered_order:
        'Quem comprou pagou há mais de 15 minutos e ainda não recebeu o livro ou o e-mail da compra. Abra o pedido: dali é possível corrigir o endereço e enviar o e-mail de novo. Se o livro não está na biblioteca, fale com quem mantém o site.',
      paid_twice:
        'A mesma pessoa pagou o mesmo livro em dois pedidos, por exemplo com um boleto que tinha cancelado e pagou mesmo assim. Abra o pedido e use “Reembolsar” para devolver um dos pagamentos: o livro continua com quem comprou, pelo outro pedido. O Stripe não devolve boleto; se os dois foram pagos com boleto, combine a devolução com quem comprou.',
      failed_refund:
        'O dinheiro continua com você, e quem comprou ainda espera por ele. Abra o pedido: ali está o motivo e o que fazer, por exemplo reembolsar de novo ou combinar outra forma, como um Pix.',
      owed_refund:
        'Um livro foi reembolsado e saiu da biblioteca, e depois uma devolução anterior do mesmo pedido voltou. Quem comprou ainda espera por essa parte. Abra o pedido e use “Reembolsar” para enviar de novo o que falta.',
      amount_differs:
        'O valor que o Stripe recebeu não é o do pedido. Por segurança, nenhum livro foi entregue. Devolva o pagamento no painel do Stripe, ou dê o livro a quem comprou pela página da pessoa. Quem comprou sem conta precisa antes criar uma com o mesmo e-mail. Para presentes isso não funciona: devolva o pagamento.',
      overdue_payment:
        'O prazo terminou há mais de dois dias úteis, e o pedido continua aguardando. Abra o pagamento no painel do Stripe: se ele está pago ou encerrado lá, fale com quem mantém o site; se não, escreva a quem comprou.',
      ledger_fault:
        'O site confere a cada hora se o dinheiro, os livros e os recibos de cada pedido batem, e aqui não batem. Nada foi perdido nem cobrado por causa disso, mas não reembolse e não troque o recibo deste pedido antes de encaminhar este e-mail a quem mantém o site. Quando as contas fecharem, o aviso some sozinho.',
      disputes_unread:
        'O banco de quem comprou contestou um pagamento, mas a chave do Stripe usada pelo site não pode ler contestações. Abra o painel do Stripe (Desenvolvedores, Chaves de API), edite a chave restrita e dê a ela a permissão “Disputes: Read”. Até lá, o acesso aos livros fica em pausa e o prazo para responder só aparece no Stripe.',
      payments_unread:
        'O site não consegue perguntar ao Stripe o que foi pago; o motivo está abaixo. Se ele diz que a chave é inválida, expirou ou foi revogada, ninguém consegue comprar até que ela seja trocada. Se só falta à chave uma permissão de leitura, ou se o Stripe não responde, quem paga recebe o livro pelo aviso do Stripe ou mais tarde, assim que a conferência voltar. Nenhum pagamento já feito se perde. O que fazer: no painel do Stripe (Desenvolvedores, Chaves de API), confira se a chave ainda vale e o que ela pode ler. Se você criar outra, peça a quem mantém o site que a ponha em STRIPE_SECRET_KEY e reinicie a API. Depois, “Verificar tudo”, nas configurações do painel (ou npm run doctor -- --only payments), diz se ainda falta algo.',
      channel_unread: 'O podcast mostra os episódios da última leitura que deu certo. Vídeos novos aparecem quando o canal puder ser lido.',
      mailbox_unread:
        'O site não consegue ver quais cartas voltaram nem quem reclamou delas, e por isso continua escrevendo a endereços que talvez não existam. Se a senha da caixa mudou, ela precisa mudar também em MAILBOX_URL: fale com quem mantém o site.',
      job_failing:
        'O site tentou várias vezes e não conseguiu. O que depende desta tarefa fica parado; o resto continua funcionando. O site tenta de novo sozinho, e o aviso some quando der certo. Encaminhe este e-mail a quem mantém o site: a tarefa e o motivo estão abaixo.',
      campaign_stopped:
        'O envio parou sozinho. Quem já recebeu não recebe de novo; os outros esperam. Abra a carta: ali está o que fazer antes de retomar ou cancelar.',
      campaign_late: 'A carta não saiu, e nada sai enquanto você não decidir. Abra a carta para enviá-la ou cancelá-la.',
      campaign_unknown:
        'A conexão com o servidor de e-mail caiu no último instante, e o site não sabe se estas pessoas receberam. Abra a carta e escolha: enviar de novo a elas ou deixar assim.',
    },
    isOver: 'O problema abaixo terminou. Você não precisa fazer nada.',
    again: 'Enquanto durar, este aviso chega uma vez por dia. Quando terminar, avisamos.',
    since: 'Desde',
    order: (number: string): string => `Pedido nº ${number}`,
    details: {
      not_readable: 'O livro não está na biblioteca de quem comprou',
      not_mailed: 'O e-mail da compra não chegou',
      sums: 'O total não é a soma dos livros',
      kept_money: 'O valor que resta não é o dos livros que restam',
      unpaid_entitlement: 'Alguém lê um livro que não foi pago ou já foi devolvido',
      receipts: 'Os recibos dizem outro valor',
      receipt_gap: 'Falta um número na sequência dos recibos',
      coupon_count: 'O cupom conta usos que não existem, ou de menos',
      returned: 'O banco não aceitou o dinheiro',
      balance: 'Falta saldo no Stripe',
      boleto: 'Boleto vencido',
      pix: 'Pix vencido',
      dispute_read: 'Falta a permissão “Disputes: Read”',
      not_published: 'O texto não estava publicado',
      late: 'O site esteve fora do ar',
      changed: 'O texto mudou depois do teste',
      grown: 'A lista cresceu desde que a carta foi agendada',
      complaints: 'Gente demais marcou a carta como spam',
      silence: 'O servidor de e-mail não respondeu',
    },
    paidAlsoIn: (number: string): string => `O mesmo livro está no pedido nº ${number}`,
    owed_refund: (owed = ''): string => `Falta devolver ${owed}`,
    amount_differs: (received = '', due = ''): string => `Foi pago ${received} em vez de ${due}`,
    mayLack: (count: number): string => (count === 1 ? '1 pessoa pode não ter recebido' : `${count} pessoas podem não ter recebido`),
    openCampaign: (subject: string): string => `Abrir a carta “${subject}”`,
    reason: 'Motivo',
    more: 'Outros',
    openOrder: (number: string): string => `Abrir o pedido nº ${number}`,
    openSupport: 'Ver o estado do sistema',
    footer: (site: string): string => `Enviado por ${site} porque você recebe as mensagens do site.`,
  },
  {
    subjects: {
      stuck_mail: 'The site’s emails are not going out',
      undelivered_order: 'A paid order was not delivered',
      paid_twice: 'A book was paid for twice',
      failed_refund: 'A refund did not reach the buyer',
      owed_refund: 'Part of a refund has not been sent',
      amount_differs: 'An order was paid with another amount',
      overdue_payment: 'A payment is overdue, and the bank has not said whether it was paid',
      ledger_fault: 'An order does not add up',
      disputes_unread: 'The site may not read a payment dispute',
      payments_unread: 'Payments are not being checked',
      channel_unread: 'The video channel could not be read',
      mailbox_unread: 'The mailbox could not be read',
      job_failing: 'An automatic task of the site keeps failing',
      campaign_stopped: 'A newsletter issue stopped',
      campaign_late: 'A newsletter issue was not sent on time',
      campaign_unknown: 'Some readers may not have received a newsletter issue',
    },
    lasts: (subject: string): string => `Still a problem: ${subject}`,
    over: (subject: string): string => `Solved: ${subject}`,
    what: {
      stuck_mail:
        'Emails have been waiting for more than 15 minutes, or the server has rejected the last few in a row. The reason is below: if it mentions a limit, a suspended account or an unverified sender, settle it with the mail provider. Waiting emails are not lost: the site keeps trying and sends them all when the server is back. It retries emails that were rejected because of the sender for five days. Emails that were already rejected for good are on the Support page, and you can send the email of a purchase again from the order’s page.',
      undelivered_order:
        'The buyer paid more than 15 minutes ago and still has not received the book or the purchase email. Open the order: there you can correct the address and send the email again. If the book is not in the library, talk to whoever maintains the site.',
      paid_twice:
        'The same person paid for the same book in two orders, for example with a boleto that they had cancelled and paid anyway. Open the order and press “Refund” to give one of the payments back: the buyer keeps the book through the other order. Stripe does not refund a boleto; if both were paid by boleto, agree with the buyer on how to pay it back.',
      failed_refund:
        'The money is still with you, and the buyer is still waiting for it. Open the order: it says why and what to do, such as refunding again or agreeing on another way to pay it back.',
      owed_refund:
        'A book was refunded and left the library, and then an earlier refund of the same order came back. The buyer is still waiting for that part. Open the order and press “Refund” to send the missing amount again.',
      amount_differs:
        'The amount that Stripe received differs from the order’s total. To be safe, no book was delivered. Refund the payment in Stripe’s dashboard, or give the book to the buyer on the person’s page. A buyer without an account has to create one with the same address first. For gifts this does not work: refund the payment.',
      overdue_payment:
        'The payment was due more than two working days ago, and the order is still waiting. Open the payment in Stripe’s dashboard. If Stripe shows it as paid or closed, talk to whoever maintains the site. If not, write to the buyer.',
      ledger_fault:
        'Every hour the site checks that the money, books and receipts of each order match. For this order they do not. Nothing was lost or charged because of it. Before you refund this order or replace its receipt, forward this email to whoever maintains the site. Once the order adds up, this notice goes away by itself.',
      disputes_unread:
        'The buyer’s bank disputed a payment, but the Stripe key of the site may not read disputes. Open Stripe’s dashboard (Developers, API keys), edit the restricted key and give it the permission “Disputes: Read”. Until then access to the books is paused, and only Stripe shows your deadline to answer.',
      payments_unread:
        'The site cannot ask Stripe what was paid; the reason is below. If it says that the key is invalid, expired or revoked, nobody can buy until it is replaced. If the key only lacks a permission to read, or Stripe does not respond, buyers get the book when Stripe notifies the site, or later, once checking works again. No payment is lost. What to do: in the Stripe dashboard (Developers, API keys), check that the key is still valid and what it may read. If you create another one, ask whoever maintains the site to put it into STRIPE_SECRET_KEY and restart the API. Then “Check everything”, in the settings of the dashboard (or npm run doctor -- --only payments), says whether anything is still missing.',
      channel_unread: 'The podcast shows the episodes of the last successful sync. New videos appear once the channel can be read again.',
      mailbox_unread:
        'The site cannot see which newsletter emails bounced or who complained about them, so it keeps writing to addresses that may not exist. If the mailbox’s password changed, it must also change in MAILBOX_URL: talk to whoever maintains the site.',
      job_failing:
        'The site tried several times and failed. Whatever depends on this task has stopped; everything else works. The site tries again by itself, and this notice goes away once it succeeds. Forward this email to whoever maintains the site: the task and the reason are below.',
      campaign_stopped:
        'Sending stopped by itself. Readers who already got the issue will not get it again; the others are waiting. Open the newsletter issue: it says what to do before you resume or cancel it.',
      campaign_late: 'The newsletter issue was not sent, and nothing is sent until you decide. Open it to send or cancel it.',
      campaign_unknown:
        'The connection to the mail server broke at the last moment, and the site does not know whether these readers got the email. Open the newsletter issue and choose: send it to them again, or leave it.',
    },
    isOver: 'The problem below is over. There is nothing you need to do.',
    again: 'While the problem lasts, we send this notice once a day. We will tell you when it is over.',
    since: 'Since',
    order: (number: string): string => `Order no. ${number}`,
    details: {
      not_readable: 'The book is not in the buyer’s library',
      not_mailed: 'The purchase email did not arrive',
      sums: 'The total is not the sum of the books’ prices',
      kept_money: 'The remaining amount does not match the remaining books',
      unpaid_entitlement: 'Someone has access to a book that was not paid for or was refunded',
      receipts: 'The receipts show a different amount',
      receipt_gap: 'A receipt number is missing in the sequence',
      coupon_count: 'The coupon’s use count is wrong',
      returned: 'The bank did not accept the money',
      balance: 'The Stripe balance is too low',
      boleto: 'The boleto is overdue',
      pix: 'The Pix is overdue',
      dispute_read: 'The permission “Disputes: Read” is missing',
      not_published: 'The post was not published',
      late: 'The site was down',
      changed: 'The post was changed after the test',
      grown: 'The list has grown since the issue was scheduled',
      complaints: 'Too many readers marked the issue as spam',
      silence: 'The mail server did not answer',
    },
    paidAlsoIn: (number: string): string => `The same book is also in order no. ${number}`,
    owed_refund: (owed = ''): string => `${owed} has not been refunded yet`,
    amount_differs: (received = '', due = ''): string => `${received} was paid instead of ${due}`,
    mayLack: (count) => (count === 1 ? '1 reader may not have received it' : `${count} readers may not have received it`),
    openCampaign: (subject) => `Open the newsletter issue “${subject}”`,
    reason: 'Reason',
    more: 'Others',
    openOrder: (number: string): string => `Open order no. ${number}`,
    openSupport: 'See the system status',
    footer: (site: string): string => `Sent by ${site} because you receive the site’s messages.`,
  },
);
