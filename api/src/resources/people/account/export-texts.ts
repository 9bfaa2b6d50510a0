import { defineTexts } from '@site/shared/texts/locales.ts';

type Facts = { site: string; email: string; madeAt: string; library: string; contact: string };

/** The file name and README of the archive of a person's data. */
export const exportTexts = defineTexts(
  {
    filename: 'meus-dados',
    readme: ({ site, email, madeAt, library, contact }: Facts) => `${site}: seus dados
Conta: ${email}
Feito em: ${madeAt} (UTC)

O que há neste arquivo:

  profile.json           o que a sua conta diz de você e o que você quer nos recibos, e quais acessos terminaram
  orders.json            os seus pedidos, com pagamentos, recibos, e-mails, pedidos de reembolso e contestações
  library.json           os livros que você pode ou pôde ler, de que pedido ou loja, e quando foram baixados
  positions.json         a página em que você parou em cada livro
  listening.json         onde você parou em cada episódio, em segundos
  cart.json              os livros do seu carrinho
  gifts.json             os presentes que você deu, que foram enviados a este endereço, ou que recebeu pelo link de um grupo
  reviews.json           as suas avaliações de livros, com as respostas, e os lembretes que enviamos
  waitlists.json         os livros de que este endereço espera o aviso de lançamento
  newsletter.json        a sua inscrição na newsletter, se houver
  campaigns.json           as cartas que enviamos a você pela newsletter nos últimos 12 meses
  contact-messages.json  as mensagens que você enviou deste endereço, e as respostas
  note.json              o que quem cuida do site anotou sobre você, se houver
  team.json              a sua função na equipe deste site, ou um convite para ela, se houver
  emails.json            as cópias dos e-mails que enviamos a você ou sobre você

Os valores estão na menor unidade da moeda (centavos) e as datas em UTC.

Os PDFs não estão aqui. Eles ficam na sua biblioteca, de onde você pode baixá-los:
${library}

A senha e a data do último acesso ficam com o Firebase Authentication, do Google.
Dúvidas? Escreva para ${contact}.
`,
  },
  {
    filename: 'my-data',
    readme: ({ site, email, madeAt, library, contact }: Facts) => `${site}: your data
Account: ${email}
Made at: ${madeAt} (UTC)

What is in this file:

  profile.json           your account’s details, what you want on receipts, and which sessions were ended
  orders.json            your orders, with payments, receipts, emails, refund requests and disputes
  library.json           the books that you can or could read, from which order or shop, and when they were downloaded
  positions.json         the page where you stopped in each book
  listening.json         where you stopped in each episode, in seconds
  cart.json              the books in your cart
  gifts.json             the gifts that you gave, that were sent to this address, or that you claimed with a group’s link
  reviews.json           your reviews of books, with the replies, and the reminders that we sent
  waitlists.json         the books whose launch this address is waiting for
  newsletter.json        your newsletter subscription, if there is one
  campaigns.json           the newsletter issues that we sent you in the last 12 months
  contact-messages.json  the messages that you sent from this address, and the replies
  note.json              the note that the site’s owner wrote about you, if there is one
  team.json              your role in the team of this site, or an invitation to it, if there is one
  emails.json            copies of the emails that we sent to you or about you

Amounts are in the smallest unit of the currency (cents). Dates are in UTC.

The PDFs are not in this file. You can download them from your library:
${library}

Your password and the date of your last sign-in are stored by Firebase Authentication, a service of Google.
Questions? Write to ${contact}.
`,
  },
);
