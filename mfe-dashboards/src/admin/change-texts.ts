import type { AdminAction, AdminChange } from '@site/shared/contracts/admin-changes.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

/** What admins did, each as a short sentence without its subject. */
export const changeTexts = defineTexts(
  {
    actions: {
      order_refund_asked: 'Reembolso iniciado',
      order_email_resent: 'E-mail reenviado',
      order_email_corrected: 'E-mail do pedido corrigido',
      content_published: 'Texto publicado',
      content_restored: 'Texto restaurado',
      test_email_sent: 'E-mail de teste enviado',
      ebook_added: 'Livro adicionado',
      ebook_edited: 'Livro editado',
      ebook_file_replaced: 'Arquivo do livro trocado',
      ebook_cover_replaced: 'Capa trocada',
      ebook_archived: 'Livro retirado da loja',
      ebook_removed: 'Livro excluído',
      message_marked: 'Mensagem marcada',
      other: 'Outra mudança',
    } satisfies Record<AdminAction, string>,
    subjects: {
      order: 'pedido',
      account: 'conta',
      ebook: 'eBook',
      episode: 'episódio',
      content: 'conteúdo',
      setting: 'configuração',
      message: 'mensagem',
      subscriber: 'inscrição',
      mail: 'e-mail',
    } satisfies Record<AdminChange['subject']['kind'], string>,
  },
  {
    actions: {
      order_refund_asked: 'Refund started',
      order_email_resent: 'Email sent again',
      order_email_corrected: 'Email of the order corrected',
      content_published: 'Text published',
      content_restored: 'Text restored',
      test_email_sent: 'Test email sent',
      ebook_added: 'Book added',
      ebook_edited: 'Book edited',
      ebook_file_replaced: 'File of the book replaced',
      ebook_cover_replaced: 'Cover replaced',
      ebook_archived: 'Book taken off the shop',
      ebook_removed: 'Book removed',
      message_marked: 'Message marked',
      other: 'Another change',
    },
    subjects: {
      order: 'order',
      account: 'account',
      ebook: 'eBook',
      episode: 'episode',
      content: 'content',
      setting: 'setting',
      message: 'message',
      subscriber: 'subscription',
      mail: 'email',
    },
  },
);
