import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    title: 'Configurações',
    hint: 'O que está definido agora. Abra uma linha para mudar.',
    loading: 'Carregando as configurações…',
    failed: 'As configurações não puderam ser carregadas',
    back: '← Todas as configurações',
    live: 'No site',
    none: 'Nenhum',
    connected: 'Conectado',
    leave: 'Exportar tudo',
    leaveHint: 'Pedidos, recibos, inscritos e histórico em um arquivo ZIP. Cada lista é um CSV, que abre em qualquer planilha.',
    leaveByEmail: 'Receber por e-mail',
    leaveByEmailFailed: 'O pedido não foi feito.',
    leavePreparing: (email: string) =>
      `Preparando o arquivo. Um e-mail chega a ${email} quando ele estiver pronto; você já pode fechar esta página.`,
    leaveReady: (size: string, until: string) => `O arquivo está pronto (${size}). Ele fica aqui até ${until}.`,
    leaveDownload: 'Baixar o arquivo',
    leaveLinkFailed: 'Não foi possível baixar o arquivo.',
    leaveAll: 'Levar o site inteiro, com textos, livros e imagens',
    leaveAllHint:
      'Pedidos, textos, assinantes com seu consentimento e todos os arquivos, em formatos abertos, numa pasta só. Quem cuida do servidor usa este comando, com a loja aberta:',
    leaveBack: 'Com “npm run restore” tudo volta a uma instalação vazia.',
    variables: 'Exige reiniciar',
    variablesHint:
      'Quem cuida do servidor muda estes valores e reinicia o site. Os primeiros titulares abrem o painel pela primeira vez; depois, convidam na seção Equipe.',
    variableNames: {
      SITE_URL: 'Endereço do site',
      MAIL_FROM: 'Remetente dos e-mails',
      FIREBASE_PROJECT_ID: 'Projeto das contas',
      ADMIN_EMAILS: 'Primeiros titulares',
    } as Readonly<Record<string, string>>,
    notSet: 'Não definido',
  },
  {
    title: 'Settings',
    hint: 'Current settings. Open a line to change it.',
    loading: 'Loading the settings…',
    failed: 'The settings could not be loaded',
    back: '← All settings',
    live: 'On the site',
    none: 'None',
    connected: 'Connected',
    leave: 'Export everything',
    leaveHint: 'Orders, receipts, subscribers and audit log in one ZIP file. Each list is a CSV, which any spreadsheet opens.',
    leaveByEmail: 'Get it by email',
    leaveByEmailFailed: 'The request was not made.',
    leavePreparing: (email) => `Preparing the file. An email to ${email} tells you when it is ready. You can close this page.`,
    leaveReady: (size, until) => `The file is ready (${size}). It stays here until ${until}.`,
    leaveDownload: 'Download the file',
    leaveLinkFailed: 'The file could not be downloaded.',
    leaveAll: 'Copy the whole site, with texts, books and pictures',
    leaveAllHint:
      'Orders, texts, subscribers with their consent and every file, in open formats, in one folder. The person who maintains the server runs this command while the shop stays open:',
    leaveBack: '“npm run restore” restores everything into an empty installation.',
    variables: 'Needs a restart',
    variablesHint:
      'The person who maintains the server changes these values and restarts the site. The first owners open the dashboard for the first time; after that, they invite others under Team.',
    variableNames: {
      SITE_URL: 'Site address',
      MAIL_FROM: 'Email sender',
      FIREBASE_PROJECT_ID: 'Accounts project',
      ADMIN_EMAILS: 'First owners',
    },
    notSet: 'Not set',
  },
);
