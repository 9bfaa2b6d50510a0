import { defineTexts, type Locale } from '@site/shared/texts/locales.ts';

/** Texts of the emails about the contact form: to the owner (`received`), and to the visitor (`acknowledged`, `reply`). */
export const contactTexts = defineTexts(
  {
    languages: { 'pt-BR': 'Português', en: 'Inglês' } as const satisfies Record<Locale, string>,
    name: 'Nome',
    email: 'E-mail',
    about: 'Assunto',
    language: 'Idioma',
    number: 'Protocolo',
    received: {
      subject: (number: number, about: string, name: string) => `Contato nº ${number} (${about}): ${name}`,
      heading: 'Nova mensagem pelo site',
      body: 'Alguém escreveu pelo formulário de contato. Para responder, é só responder a este e-mail.',
      footer: (site: string) => `Enviado pelo formulário de contato de ${site}.`,
    },
    reply: {
      heading: (author: string) => `Resposta de ${author}`,
      youWrote: (day: string) => `Em ${day}, você escreveu:`,
      footer: (site: string) =>
        `Você recebeu este e-mail porque escreveu pelo formulário de contato de ${site}. Para continuar a conversa, é só responder.`,
    },
    acknowledged: {
      subject: (number: number) => `Recebemos sua mensagem (protocolo ${number})`,
      body: 'Sua mensagem foi recebida. Eu retornarei o mais breve possível.',
      after: 'A resposta costuma levar de 1 a 2 dias úteis. Se quiser acrescentar algo, é só responder a este e-mail.',
      footer: (site: string) =>
        `Você recebeu este e-mail porque este endereço foi informado no formulário de contato de ${site}. Se não foi você, pode ignorá-lo.`,
    },
  },
  {
    languages: { 'pt-BR': 'Portuguese', en: 'English' },
    name: 'Name',
    email: 'Email',
    about: 'Subject',
    language: 'Language',
    number: 'Reference',
    received: {
      subject: (number: number, about: string, name: string) => `Message no. ${number} (${about}): ${name}`,
      heading: 'A new message from the site',
      body: 'Someone wrote to you through the contact form. To answer, just reply to this email.',
      footer: (site: string) => `Sent through the contact form of ${site}.`,
    },
    reply: {
      heading: (author: string) => `A reply from ${author}`,
      youWrote: (day: string) => `On ${day} you wrote:`,
      footer: (site: string) =>
        `You are receiving this email because you wrote through the contact form of ${site}. To continue the conversation, just reply.`,
    },
    acknowledged: {
      subject: (number: number) => `We received your message (reference ${number})`,
      body: 'Your message has been received. I will get back to you as soon as possible.',
      after: 'An answer normally takes 1-2 business days. If you would like to add something, just reply to this email.',
      footer: (site: string) =>
        `You are receiving this email because this address was entered in the contact form of ${site}. If it was not you, please ignore it.`,
    },
  },
);
