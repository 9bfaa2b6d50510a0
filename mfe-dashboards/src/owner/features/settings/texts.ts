import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    title: 'Configurações',
    hint: 'O que está definido agora. Abra uma linha para mudar.',
    loading: 'Carregando as configurações…',
    failed: 'As configurações não puderam ser carregadas',
    back: '← Todas as configurações',
    live: 'No site',
    draft: 'Rascunho',
    none: 'Nenhum',
    connected: 'Conectado',
    leave: 'Exportar tudo',
    leaveHint: 'Cada lista em um arquivo CSV, que abre em qualquer planilha.',
    files: { orders: 'Pedidos', receipts: 'Recibos', subscribers: 'Inscritos', history: 'Histórico' },
    leaveAll: 'Levar o site inteiro, com textos, livros e imagens',
    leaveAllHint:
      'Pedidos, textos, assinantes com seu consentimento e todos os arquivos, em formatos abertos, numa pasta só. Quem cuida do servidor usa este comando, com a loja aberta:',
    leaveBack: 'Com “npm run restore” tudo volta a uma instalação vazia.',
    variables: 'Exige reiniciar',
    variablesHint: 'Estes valores vêm das variáveis de ambiente. Quem cuida do servidor altera estes valores e reinicia o site.',
    variableNames: {
      SITE_URL: 'Endereço do site',
      MAIL_FROM: 'Remetente dos e-mails',
      FIREBASE_PROJECT_ID: 'Projeto das contas',
    } as Readonly<Record<string, string>>,
    notSet: 'Não definido',
    admins: 'Primeiros titulares',
    adminsHint:
      'Quem entra com um destes endereços abre o painel pela primeira vez: com o Google, ou com o código de uso único do servidor. Depois, quem é titular convida na seção Equipe.',
  },
  {
    title: 'Settings',
    hint: 'What is set now. Open a line to change it.',
    loading: 'Loading the settings…',
    failed: 'The settings could not be loaded',
    back: '← All settings',
    live: 'On the site',
    draft: 'Draft',
    none: 'None',
    connected: 'Connected',
    leave: 'Export everything',
    leaveHint: 'Each list in one CSV file, which any spreadsheet opens.',
    files: { orders: 'Orders', receipts: 'Receipts', subscribers: 'Subscribers', history: 'History' },
    leaveAll: 'Take the whole site, with texts, books and pictures',
    leaveAllHint:
      'Orders, texts, subscribers with their consent and every file, in open formats, in one folder. Whoever maintains the server runs this command while the shop stays open:',
    leaveBack: '“npm run restore” brings everything back into an empty installation.',
    variables: 'Only with a restart',
    variablesHint: 'These values come from environment variables. Whoever maintains the server changes them and restarts the site.',
    variableNames: {
      SITE_URL: 'Site address',
      MAIL_FROM: 'Email sender',
      FIREBASE_PROJECT_ID: 'Accounts project',
    },
    notSet: 'Not set',
    admins: 'First owners',
    adminsHint:
      'Whoever signs in with one of these addresses opens the dashboard for the first time: by Google, or with the one-time code of the server. After that, owners invite in the section Team.',
  },
);
