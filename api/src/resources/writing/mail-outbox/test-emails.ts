import { defineTexts } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { emailKind } from './email-kind.ts';

const testTexts = defineTexts(
  {
    subject: (site: string) => `Teste de e-mail de ${site}`,
    heading: 'O e-mail está funcionando',
    body: 'Este e-mail saiu do site pelo mesmo caminho dos avisos de compra. Se ele chegou, os outros também chegam.',
    footer: (site: string) => `Você recebeu este e-mail porque pediu um teste no painel de ${site}.`,
  },
  {
    subject: (site) => `Email test of ${site}`,
    heading: 'Email is working',
    body: 'The site sent this email in the same way as its emails about purchases. If it arrived, they will arrive too.',
    footer: (site) => `You are receiving this email because you asked for a test in the dashboard of ${site}.`,
  },
);

/** The test email that an admin sends to their own address. */
export const testEmail = emailKind(v.object({}), (_payload, { locale }, { SITE_NAME }) => {
  const t = testTexts[locale];
  return {
    subject: t.subject(SITE_NAME),
    content: { heading: t.heading, paragraphs: [t.body], rows: [], footer: t.footer(SITE_NAME) },
  };
});
