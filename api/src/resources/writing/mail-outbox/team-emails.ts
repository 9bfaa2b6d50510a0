import { INVITATION_DAYS, TEAM_ROLES, type TeamRole } from '@site/shared/contracts/team.ts';
import { DAY_MS } from '@site/shared/dates/dates.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { inLanguage } from '@site/shared/texts/language-address.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { signLink } from '../../../platform/signed-links.ts';
import { emailKind } from './email-kind.ts';

const texts = defineTexts(
  {
    subject: (site: string) => `Convite para a equipe de ${site}`,
    heading: 'Você recebeu um convite para a equipe',
    body: (who: string, site: string) => `${who} convidou você para cuidar de ${site} em conjunto.`,
    roles: {
      owner: 'Como titular, você faz tudo no painel, inclusive preços, reembolsos, configurações e equipe.',
      editor: 'Na edição, você cuida dos livros, dos episódios e dos textos do site, envia cartas aos leitores e acompanha os números.',
      support: 'No atendimento, você responde às mensagens e acompanha os pedidos e as pessoas.',
    } satisfies Record<TeamRole, string>,
    after: (email: string, days: number) =>
      `Abra a página abaixo, entre com uma conta de ${email} (ou crie uma) e aceite o convite. O link vale por ${days} dias e uma única vez.`,
    action: 'Ver o convite',
    notYou: 'Se você não conhece quem convidou, ignore este e-mail: sem o seu aceite, nada acontece.',
    footer: (site: string) => `Você recebeu este e-mail porque este endereço foi convidado para a equipe de ${site}.`,
  },
  {
    subject: (site) => `Invitation to the team of ${site}`,
    heading: 'You are invited to the team',
    body: (who, site) => `${who} invites you to look after ${site} together.`,
    roles: {
      owner: 'As an owner you can do everything in the dashboard, including prices, refunds, settings and the team.',
      editor: 'As an editor you look after the site’s books, episodes and posts, send newsletter issues and follow the statistics.',
      support: 'In support you answer messages and look after orders and people.',
    },
    after: (email, days) =>
      `Open the page below, sign in with an account of ${email} (or create one) and accept the invitation. The link works once, for ${days} days.`,
    action: 'See the invitation',
    notYou: 'If you do not know who invited you, ignore this email: nothing happens unless you accept.',
    footer: (site) => `You are receiving this email because this address was invited to the team of ${site}.`,
  },
);

const InvitationSchema = v.object({
  invitation_id: v.string(),
  generation: v.number(),
  role: v.picklist(TEAM_ROLES),
  /** Email address of the owner who sent the invitation. */
  invited_by: v.string(),
  asked_at: v.string(),
});

/** Invites an address to the team. The link leads to a page with a button, because programs open links but do not press buttons. */
export const teamInvitation = emailKind(InvitationSchema, (invitation, { locale, recipient }, site) => {
  const t = texts[locale];
  const token = signLink(site.LINKS_SECRET, {
    purpose: 'team_invitation',
    id: invitation.invitation_id,
    generation: invitation.generation,
    expiresAt: Date.parse(invitation.asked_at) + INVITATION_DAYS * DAY_MS,
  });
  return {
    subject: t.subject(site.SITE_NAME),
    content: {
      heading: t.heading,
      paragraphs: [t.body(invitation.invited_by, site.SITE_NAME), t.roles[invitation.role], t.after(recipient, INVITATION_DAYS), t.notYou],
      rows: [],
      actions: [{ label: t.action, url: `${site.SITE_URL}${inLanguage(paths.joinTeam.href(token), locale)}` }],
      footer: t.footer(site.SITE_NAME),
    },
  };
});
