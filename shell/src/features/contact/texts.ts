import type { FormOfAddress } from '@site/shared/contracts/content.ts';
import { contactSubjects } from '@site/shared/texts/contact-subjects.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import type { Field, Problem } from './contact-fields.ts';

export const contactTexts = defineTexts(
  {
    title: 'Contato',
    description: (author: string) => `Fale com ${author}. Resposta por e-mail, normalmente em 1 a 2 dias úteis.`,
    heading: 'Vamos conversar',
    lead: 'Uma dúvida sobre um eBook, um convite, uma ideia para o podcast: escreva por aqui, e a resposta chega por e-mail.',
    information: 'Informações de contato',
    emailLabel: 'E-mail',
    responseLabel: 'Tempo de resposta',
    response: 'Normalmente em 1 a 2 dias úteis',
    sellerLabel: 'Quem vende',
    socialLabel: 'Nas redes',
    opensInNewTab: '(abre em nova aba)',
    formTitle: 'Envie uma mensagem',
    allRequired: 'Todos os campos são obrigatórios.',
    fields: { name: 'Nome', email: 'E-mail', subject: 'Assunto', message: 'Mensagem' } satisfies Record<Field, string>,
    chooseSubject: 'Selecione um assunto',
    subjects: contactSubjects['pt-BR'],
    remaining: (count: number) => (count === 1 ? 'Resta 1 caractere.' : `Restam ${count} caracteres.`),
    excess: (count: number) => (count === 1 ? '1 caractere além do limite.' : `${count} caracteres além do limite.`),
    nearLimit: 'A mensagem está perto do limite de tamanho.',
    submit: 'Enviar mensagem',
    submitting: 'Enviando...',
    problems: {
      name: {
        required: 'Diga como você se chama.',
        invalid: 'Este nome tem algum caractere que não podemos usar. Escreva-o de novo.',
        too_long: 'Este nome é longo demais. Use até 120 caracteres.',
      },
      email: {
        required: 'Escreva seu e-mail, para a resposta chegar.',
        invalid: 'Este e-mail não parece completo. Um exemplo: maria@exemplo.com.',
        too_long: 'Este e-mail é longo demais. Confira se há algo a mais nele.',
      },
      subject: {
        required: 'Escolha um assunto.',
        invalid: 'Escolha um assunto da lista.',
        too_long: 'Escolha um assunto da lista.',
      },
      message: {
        required: 'Escreva sua mensagem.',
        invalid: 'Esta mensagem tem algo que não podemos receber. Escreva só texto e envie de novo.',
        too_long: 'A mensagem passou do limite de 5.000 caracteres. Encurte-a um pouco.',
      },
    } satisfies Record<Field, Record<Problem, string>>,
    notSent: 'Sua mensagem ainda não foi enviada.',
    successTitle: (form: FormOfAddress): string =>
      form === 'neutral'
        ? 'Agradecemos o contato!'
        : form === 'feminine'
          ? 'Obrigada por entrar em contato!'
          : 'Obrigado por entrar em contato!',
    success: 'Sua mensagem foi recebida. Eu retornarei o mais breve possível.',
    faq: 'Perguntas frequentes',
    faqLead: 'Talvez a sua resposta já esteja aqui.',
    faqFailed: 'Não foi possível carregar as perguntas agora. Recarregue a página daqui a pouco.',
  },
  {
    title: 'Contact',
    description: (author: string) => `Write to ${author}. An answer by email, normally within 1-2 business days.`,
    heading: 'Let’s talk',
    lead: 'A question about an eBook, an invitation, an idea for the podcast: write here, and the answer comes by email.',
    information: 'Contact information',
    emailLabel: 'Email',
    responseLabel: 'Response time',
    response: 'Normally within 1-2 business days',
    sellerLabel: 'Seller',
    socialLabel: 'Elsewhere',
    opensInNewTab: '(opens in another tab)',
    formTitle: 'Send a message',
    allRequired: 'All fields are required.',
    fields: { name: 'Name', email: 'Email', subject: 'Subject', message: 'Message' },
    chooseSubject: 'Select a subject',
    subjects: contactSubjects.en,
    remaining: (count: number) => (count === 1 ? '1 character left.' : `${count} characters left.`),
    excess: (count: number) => (count === 1 ? '1 character over the limit.' : `${count} characters over the limit.`),
    nearLimit: 'The message is close to its longest.',
    submit: 'Send message',
    submitting: 'Sending...',
    problems: {
      name: {
        required: 'Tell us your name.',
        invalid: 'This name has a character that we cannot use. Write it again.',
        too_long: 'This name is too long. Use up to 120 characters.',
      },
      email: {
        required: 'Write your email, so that the answer can reach you.',
        invalid: 'This email does not look complete. An example: mary@example.com.',
        too_long: 'This email is too long. Check whether there is something extra in it.',
      },
      subject: {
        required: 'Choose a subject.',
        invalid: 'Choose a subject from the list.',
        too_long: 'Choose a subject from the list.',
      },
      message: {
        required: 'Write your message.',
        invalid: 'This message has something that we cannot receive. Write text only and send it again.',
        too_long: 'The message is over the limit of 5,000 characters. Make it a little shorter.',
      },
    },
    notSent: 'Your message has not been sent yet.',
    successTitle: () => 'Thank you for getting in touch!',
    success: 'Your message has been received. I will get back to you as soon as possible.',
    faq: 'Frequently asked questions',
    faqLead: 'Your answer may be here already.',
    faqFailed: 'The questions could not be loaded now. Reload the page in a moment.',
  },
);
