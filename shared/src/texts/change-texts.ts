import * as v from 'valibot';
import type { AdminAction, AdminChange } from '../contracts/admin-changes.ts';
import type { ContentKey } from '../contracts/content.ts';
import { TEAM_ROLES, type TeamRole } from '../contracts/team.ts';
import { formatMoney, MoneySchema } from '../money/money.ts';
import { defineTexts, type Locale } from './locales.ts';

/** What admins did, each as a short sentence without its subject, and the words for what they changed. */
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
      episode_edited: 'Episódio editado',
      episode_picture_changed: 'Imagem do episódio trocada',
      message_marked: 'Mensagem marcada',
      admin_bound: 'Entrou na equipe como titular',
      member_invited: 'Convite para a equipe enviado',
      invitation_withdrawn: 'Convite cancelado',
      member_joined: 'Convite aceito',
      member_role_changed: 'Função na equipe trocada',
      member_removed: 'Saída da equipe',
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
      team: 'equipe',
    } satisfies Record<AdminChange['subject']['kind'], string>,
    orderNumber: (number: string): string => `pedido nº ${number}`,
    /** What the texts and settings are called that the owner edits. */
    blocks: {
      home: 'Abertura',
      author: 'Apresentação',
      featured_ebooks: 'eBooks em destaque',
      testimonials: 'Depoimentos',
      closing: 'Bloco final',
      about: 'Texto da página Sobre',
      counters: 'Contadores',
      offerings: 'Atividades',
      timeline: 'Linha do tempo',
      faq: 'Perguntas frequentes',
      terms: 'Termos de Serviço',
      privacy: 'Política de Privacidade',
      contact: 'Contato e dados legais',
      links: 'Redes e podcast',
      currencies: 'Moedas da loja',
      podcast_categories: 'Categorias do podcast',
    } satisfies Record<ContentKey, string>,
    /** Values that changes write down, by their names in the database. */
    fields: {
      title: 'Título',
      description: 'Descrição',
      author: 'Autor',
      pages: 'Páginas',
      prices: 'Preços',
      state: 'Situação',
      filename: 'Arquivo',
      file_version: 'Versão do arquivo',
      restored_version: 'Versão restaurada',
      cover_version: 'Versão da capa',
      buyer_email: 'E-mail de quem comprou',
      refund_id: 'Reembolso',
      amount_minor: 'Valor',
      currency: 'Moeda',
      items: 'Itens',
      recipient: 'Destinatário',
      role: 'Função',
      has_outline: 'Sumário clicável',
      file_bytes: 'Tamanho do arquivo (bytes)',
      is_hidden: 'Oculto',
      slug: 'Endereço',
      categories: 'Categorias',
      notes: 'Notas',
      ebooks: 'eBooks',
      own_picture: 'Imagem própria',
      'pt-BR': 'Em português',
      en: 'Em inglês',
    } as Readonly<Record<string, string>>,
    states: {
      draft: 'Rascunho',
      published: 'Publicado',
      archived: 'Arquivado',
      new: 'Nova',
      answered: 'Respondida',
      spam: 'Spam',
    } as Readonly<Record<string, string>>,
    roles: { owner: 'Titular', editor: 'Edição', support: 'Atendimento' } as Readonly<Record<TeamRole, string>>,
    allItems: 'todos os que restavam',
    yes: 'sim',
    no: 'não',
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
      episode_edited: 'Episode edited',
      episode_picture_changed: 'Picture of the episode changed',
      message_marked: 'Message marked',
      admin_bound: 'Joined the team as an owner',
      member_invited: 'Invitation to the team sent',
      invitation_withdrawn: 'Invitation withdrawn',
      member_joined: 'Invitation accepted',
      member_role_changed: 'Role in the team changed',
      member_removed: 'Left the team',
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
      team: 'team',
    },
    orderNumber: (number) => `order no. ${number}`,
    blocks: {
      home: 'Opening',
      author: 'Introducing the author',
      featured_ebooks: 'Featured eBooks',
      testimonials: 'Testimonials',
      closing: 'Closing block',
      about: 'About text',
      counters: 'Counters',
      offerings: 'What the author does',
      timeline: 'Timeline',
      faq: 'Frequently asked questions',
      terms: 'Terms of Service',
      privacy: 'Privacy Policy',
      contact: 'Contact and legal details',
      links: 'Social networks and show',
      currencies: 'Shop currencies',
      podcast_categories: 'Podcast categories',
    },
    fields: {
      title: 'Title',
      description: 'Description',
      author: 'Author',
      pages: 'Pages',
      prices: 'Prices',
      state: 'State',
      filename: 'File',
      file_version: 'Version of the file',
      restored_version: 'Restored version',
      cover_version: 'Version of the cover',
      buyer_email: 'Buyer’s email',
      refund_id: 'Refund',
      amount_minor: 'Amount',
      currency: 'Currency',
      items: 'Items',
      recipient: 'Recipient',
      role: 'Role',
      has_outline: 'Linked table of contents',
      file_bytes: 'Size of the file (bytes)',
      is_hidden: 'Hidden',
      slug: 'Address',
      categories: 'Categories',
      notes: 'Notes',
      ebooks: 'eBooks',
      own_picture: 'Own picture',
      'pt-BR': 'In Portuguese',
      en: 'In English',
    },
    states: { draft: 'Draft', published: 'Published', archived: 'Archived', new: 'New', answered: 'Answered', spam: 'Spam' },
    roles: { owner: 'Owner', editor: 'Editor', support: 'Support' },
    allItems: 'all that were left',
    yes: 'yes',
    no: 'no',
  },
);

type Values = Readonly<Record<string, unknown>>;

/** A value that a change wrote down, as a person reads it in `locale`; empty for none. `beside` are the values that stand with it. */
export function changeValueText(name: string, value: unknown, locale: Locale, beside: Values = {}): string {
  const t = changeTexts[locale];
  // A refund that names no items is of all that were left.
  if (name === 'items' && value === null) return t.allItems;
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (name === 'state' && typeof value === 'string') return t.states[value] ?? value;
  if (name === 'role') return TEAM_ROLES.includes(value as TeamRole) ? t.roles[value as TeamRole] : String(value);
  const amount = v.safeParse(MoneySchema, { minor: value, currency: name === 'amount_minor' ? beside.currency : name });
  if (amount.success) return formatMoney(amount.output, locale);
  if (Array.isArray(value)) return value.map((part) => changeValueText('', part, locale)).join('; ');
  if (typeof value !== 'object') return String(value);
  const isPrices = name === 'prices';
  return Object.entries(value)
    .map(([part, inner]) => `${isPrices ? '' : `${t.fields[part] ?? part}: `}${changeValueText(part, inner, locale, value as Values)}`)
    .join(', ');
}
