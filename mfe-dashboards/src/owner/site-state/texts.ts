import type { DoctorService, TestEmail } from '@site/shared/contracts/admin-settings.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    state: 'Estado do sistema',
    loading: 'Verificando…',
    failed: 'Não foi possível verificar o sistema',
    fine: 'Tudo certo',
    look: 'Precisa de atenção',
    unknown: 'Sem dados',
    lastPaymentEvent: (moment: string): string => `Último aviso do Stripe em ${moment}.`,
    noPaymentEvent: 'Nenhum aviso do Stripe nos últimos 60 dias.',
    paymentsUnread: (since: string | null, reason: string): string =>
      since === null
        ? `Nem todos os pagamentos puderam ser conferidos. Último erro: ${reason}`
        : `Desde ${since} nem todos os pagamentos puderam ser conferidos. Último erro: ${reason}`,
    lastMailSent: (moment: string): string => `Último e-mail aceito em ${moment}.`,
    noMailSent: 'Nenhum e-mail saiu até agora.',
    noMailWaits: 'Nenhum e-mail esperando para sair.',
    mailWaits: (count: number, moment: string): string =>
      count === 1 ? `1 e-mail na fila desde ${moment}.` : `${count} e-mails na fila, o mais antigo desde ${moment}.`,
    refused: (recipient: string, moment: string, reason: string): string => `Recusado para ${recipient} em ${moment}: ${reason}`,
    mailboxRead: (moment: string): string => `Caixa de e-mail lida por último em ${moment}.`,
    mailboxNeverRead: 'A caixa de e-mail ainda não foi lida.',
    mailboxFailed: (reason: string): string => `Última leitura: ${reason}`,
    reportsUnread: (count: number): string =>
      count === 1
        ? '1 aviso de devolução não foi entendido e ficou na caixa de entrada, sem ler.'
        : `${count} avisos de devolução não foram entendidos e ficaram na caixa de entrada, sem ler.`,
    noMailbox: 'Nenhuma caixa de e-mail conectada (MAILBOX_URL). O site só sabe do que o servidor recusa na hora do envio.',
    videosRead: (moment: string): string => `Canal lido por último em ${moment}.`,
    videosNeverRead: 'O canal ainda não foi lido.',
    videosFailed: (reason: string): string => `Última leitura: ${reason}`,
    noChannel: 'Nenhum canal configurado; o site mostra episódios de exemplo.',
    storageReached: 'O lugar onde ficam os PDFs responde.',
    storageLost: 'O lugar onde ficam os PDFs não responde. Downloads podem falhar até que volte.',
    allRight: (count: number): string => `Tudo em ordem · ${count} verificações`,
    restRight: (count: number): string => (count === 1 ? '1 verificação em ordem' : `${count} verificações em ordem`),
    wrong: (count: number): string => (count === 1 ? '1 ponto precisa de atenção' : `${count} pontos precisam de atenção`),
    names: {
      database: 'Banco de dados',
      identity: 'Contas e acesso',
      payments: 'Pagamentos',
      mail: 'E-mail',
      videos: 'Vídeos do canal',
      releases: 'Partes do site',
      site: 'O site, visto de fora',
      content: 'Conteúdo',
      mailbox: 'E-mails que voltam',
      storage: 'Arquivos',
    } satisfies Record<DoctorService | 'mailbox' | 'storage', string>,
    check: 'Verificar tudo',
    checking: 'Verificando…',
    checkHint:
      'Experimenta de verdade cada serviço, sem mudar nada, e diz o que corrigir e onde. Um e-mail de teste vai para o endereço de contato.',
    checked: (problems: number): string =>
      problems === 0 ? 'Tudo certo.' : problems === 1 ? 'Um ponto a corrigir.' : `${problems} pontos a corrigir.`,
    toMend: (count: number): string => `${count} a corrigir`,
    advised: (count: number): string => (count === 1 ? '1 recomendação' : `${count} recomendações`),
    notApplicable: 'Não se aplica',
    others: (count: number): string => (count === 1 ? 'Ver 1 verificação' : `Ver ${count} verificações`),
    signs: { ok: 'Certo: ', failed: 'A corrigir: ', not_applicable: '', skipped: '' },
    outcomes: { failed: 'Encontrado:', not_applicable: 'Não se aplica:', skipped: 'Não verificado:' },
    testTitle: 'E-mail de teste',
    testHint: 'Sai pelo mesmo caminho dos avisos de compra, para o seu endereço.',
    send: 'Enviar e-mail de teste',
    sending: 'Enviando…',
    testStates: {
      queued: (to: string): string => `A caminho de ${to}…`,
      sent: (to: string): string => `Entregue ao servidor de e-mail, para ${to}. Confira a caixa de entrada.`,
      failed: (to: string): string => `O servidor recusou o e-mail para ${to}.`,
    } satisfies Record<TestEmail['state'], (to: string) => string>,
    retried: (attempts: number): string =>
      attempts === 1 ? 'A primeira tentativa falhou; tentaremos de novo.' : `${attempts} tentativas falharam; tentaremos de novo.`,
    serverSaid: (reason: string): string => `Resposta do servidor: ${reason}`,
  },
  {
    state: 'System status',
    loading: 'Checking…',
    failed: 'The system could not be checked',
    fine: 'All good',
    look: 'Needs attention',
    unknown: 'No data',
    lastPaymentEvent: (moment: string): string => `Stripe last notified the site on ${moment}.`,
    noPaymentEvent: 'No notifications from Stripe in the last 60 days.',
    paymentsUnread: (since, reason) =>
      since === null
        ? `Not all payments could be checked. Last error: ${reason}`
        : `Since ${since} not all payments could be checked. Last error: ${reason}`,
    lastMailSent: (moment) => `Last email accepted on ${moment}.`,
    noMailSent: 'No email has been sent yet.',
    noMailWaits: 'No emails are waiting to be sent.',
    mailWaits: (count: number, moment: string): string =>
      count === 1 ? `1 email in the queue since ${moment}.` : `${count} emails in the queue, the oldest since ${moment}.`,
    refused: (recipient: string, moment: string, reason: string): string => `Bounced for ${recipient} on ${moment}: ${reason}`,
    mailboxRead: (moment: string): string => `Mailbox last read on ${moment}.`,
    mailboxNeverRead: 'The mailbox has not been read yet.',
    mailboxFailed: (reason: string): string => `Last read: ${reason}`,
    reportsUnread: (count: number): string =>
      count === 1
        ? '1 delivery report was not understood and stays unread in the inbox.'
        : `${count} delivery reports were not understood and stay unread in the inbox.`,
    noMailbox: 'No mailbox is connected (MAILBOX_URL). The site only knows of emails that the server rejects when sending.',
    videosRead: (moment: string): string => `Channel last synced on ${moment}.`,
    videosNeverRead: 'The channel has not been synced yet.',
    videosFailed: (reason: string): string => `Last sync: ${reason}`,
    noChannel: 'No channel is configured; the site shows example episodes.',
    storageReached: 'The storage for the PDFs is responding.',
    storageLost: 'The storage for the PDFs is not responding. Downloads may fail until it is back.',
    allRight: (count) => `All in order · ${count} checks`,
    restRight: (count) => (count === 1 ? '1 check passed' : `${count} checks passed`),
    wrong: (count) => (count === 1 ? '1 point needs attention' : `${count} points need attention`),
    names: {
      database: 'Database',
      identity: 'Accounts and sign-in',
      payments: 'Payments',
      mail: 'Email',
      videos: 'Channel videos',
      releases: 'Parts of the site',
      site: 'The site from outside',
      content: 'Content',
      mailbox: 'Returned emails',
      storage: 'Files',
    },
    check: 'Check everything',
    checking: 'Checking…',
    checkHint:
      'Tests each service for real, changes nothing, and says what to correct and where. A test email goes to the contact address.',
    checked: (problems) =>
      problems === 0 ? 'All checks passed.' : problems === 1 ? 'One problem to correct.' : `${problems} problems to correct.`,
    toMend: (count) => `${count} to correct`,
    advised: (count) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
    notApplicable: 'Not applicable',
    others: (count) => (count === 1 ? 'See 1 check' : `See ${count} checks`),
    signs: { ok: 'Passed: ', failed: 'To correct: ', not_applicable: '', skipped: '' },
    outcomes: { failed: 'Found:', not_applicable: 'Not applicable:', skipped: 'Not checked:' },
    testTitle: 'Test email',
    testHint: 'Sent the same way as purchase emails, to your own address.',
    send: 'Send a test email',
    sending: 'Sending…',
    testStates: {
      queued: (to) => `On its way to ${to}…`,
      sent: (to) => `The mail server accepted it for ${to}. Check the inbox.`,
      failed: (to) => `The server rejected the email to ${to}.`,
    },
    retried: (attempts) =>
      attempts === 1 ? 'The first attempt failed; it will be retried.' : `${attempts} attempts failed; it will be retried.`,
    serverSaid: (reason) => `The server’s answer: ${reason}`,
  },
);
