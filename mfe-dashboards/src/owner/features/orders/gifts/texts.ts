import type { AdminGift } from '@site/shared/contracts/gifts.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    title: 'Presentes',
    failed: 'Não foi possível carregar os presentes',
    states: {
      unpaid: 'Aguarda o pagamento',
      unsent: 'Não enviado',
      scheduled: 'Agendado',
      sent: 'Enviado',
      failed: 'Não entregue',
      claimed: 'Recebido',
      returned: 'Reembolsado',
      suspended: 'Em pausa',
      closed: 'Encerrado',
    } satisfies Record<AdminGift['state'], string>,
    seats: (claimed: number, seats: number) => `${claimed} de ${seats} recebidos`,
    resend: 'Reenviar o e-mail',
    resending: 'Enviando…',
    resent: 'O e-mail do presente está a caminho.',
    close: 'Encerrar o link',
    closing: 'Encerrando…',
    closeTitle: 'Encerrar o link deste presente?',
    closeMeaning:
      'Ninguém mais recebe o livro por este link. Quem já recebeu continua com ele. Isto não devolve dinheiro e não pode ser desfeito.',
  },
  {
    title: 'Gifts',
    failed: 'The gifts could not be loaded',
    states: {
      unpaid: 'Waiting for payment',
      unsent: 'Not sent',
      scheduled: 'Scheduled',
      sent: 'Sent',
      failed: 'Not delivered',
      claimed: 'Claimed',
      returned: 'Refunded',
      suspended: 'On hold',
      closed: 'Closed',
    },
    seats: (claimed, seats) => `${claimed} of ${seats} claimed`,
    resend: 'Send the email again',
    resending: 'Sending…',
    resent: 'The gift email is on its way.',
    close: 'Close the link',
    closing: 'Closing…',
    closeTitle: 'Close the link of this gift?',
    closeMeaning:
      'Nobody can get the book by this link any more. People who have it keep it. Nothing is refunded, and this cannot be undone.',
  },
);
