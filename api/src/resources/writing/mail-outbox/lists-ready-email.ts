import { paths } from '@site/shared/paths/paths.ts';
import { inLanguage } from '@site/shared/texts/language-address.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { emailKind } from './email-kind.ts';

const texts = defineTexts(
  {
    ready: {
      subject: (site: string) => `A exportação de ${site} está pronta`,
      heading: 'A exportação está pronta',
      body: 'Pedidos, recibos, inscritos e histórico estão em um arquivo ZIP. Baixe-o nas configurações: por segurança, o site pede que você entre de novo.',
      after: 'O arquivo fica lá por sete dias e depois é apagado.',
    },
    tooLarge: {
      subject: (site: string) => `A exportação de ${site} não coube em um arquivo`,
      heading: 'A exportação ficou grande demais',
      body: 'As listas não couberam no arquivo que o site pode guardar. Nas configurações, use “Exportar tudo” e deixe a página aberta até o fim: assim não há limite de tamanho.',
      after: 'Cada lista também tem uma exportação própria, com filtros.',
    },
    open: 'Abrir as configurações',
    footer: (site: string) => `Você recebeu este e-mail porque pediu a exportação no painel de ${site}.`,
  },
  {
    ready: {
      subject: (site) => `The export of ${site} is ready`,
      heading: 'The export is ready',
      body: 'Orders, receipts, subscribers and the audit log are in one ZIP file. Download it in the settings: for safety, the site asks you to sign in again.',
      after: 'The file stays there for seven days. Then it is deleted.',
    },
    tooLarge: {
      subject: (site) => `The export of ${site} did not fit into a file`,
      heading: 'The export is too large',
      body: 'The lists did not fit into a file that the site can store. In the settings, use “Export everything” and keep the page open until the end: that has no size limit.',
      after: 'Each list also has an export of its own, with filters.',
    },
    open: 'Open the settings',
    footer: (site) => `You are receiving this email because you asked for the export in the dashboard of ${site}.`,
  },
);

/** Tells an owner that the file of all lists is ready. The link leads to the page that asks for a sign-in, never to the file. */
export const listsReady = emailKind(v.object({}), (_payload, { locale, isTooLarge }, { SITE_NAME, SITE_URL }) => {
  const t = texts[locale];
  const { subject, heading, body, after } = isTooLarge ? t.tooLarge : t.ready;
  return {
    subject: subject(SITE_NAME),
    content: {
      heading,
      paragraphs: [body, after],
      rows: [],
      actions: [{ label: t.open, url: `${SITE_URL}${inLanguage(paths.dashboard.href('settings'), locale)}#export` }],
      footer: t.footer(SITE_NAME),
    },
  };
});
