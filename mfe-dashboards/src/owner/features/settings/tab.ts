import { SETTING_BLOCKS } from '@site/shared/contracts/admin-content.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { blockFind } from '../../block-editor/blocks.ts';
import { adminTab } from '../../common/admin-tab.ts';

const settings = paths.dashboard.href('settings');

export const settingsTab = adminTab({
  id: 'settings',
  permission: 'site',
  icon: 'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.75a2.25 2.25 0 1 0 0 4.5 2.25 2.25 0 0 0 0-4.5ZM8.5 14.75a2.25 2.25 0 1 0 0 4.5 2.25 2.25 0 0 0 0-4.5Z',
  texts: {
    'pt-BR': {
      name: 'Configurações',
      words: 'ajustes preferências opções',
    },
    en: {
      name: 'Settings',
      words: 'preferences options setup',
    },
  },
  finds: [
    ...SETTING_BLOCKS.map(blockFind),
    {
      href: `${adminPaths.support.href()}#notices`,
      texts: {
        'pt-BR': { name: 'Avisos por e-mail', words: 'notificações resumo diário alertas' },
        en: { name: 'Email notices', words: 'notifications daily summary alerts' },
      },
    },
    {
      href: `${adminPaths.support.href()}#state`,
      texts: {
        'pt-BR': { name: 'Estado do sistema', words: 'verificar tudo serviços stripe pagamentos e-mail erro falha diagnóstico' },
        en: { name: 'System status', words: 'check everything services stripe payments email error fault health' },
      },
    },
    {
      href: `${adminPaths.support.href()}#test-email`,
      texts: {
        'pt-BR': { name: 'E-mail de teste', words: 'enviar spam smtp entrega' },
        en: { name: 'Test email', words: 'send spam smtp delivery' },
      },
    },
    {
      href: `${settings}&view=setup`,
      texts: {
        'pt-BR': { name: 'Para começar', words: 'etapas lista instalar primeiros passos' },
        en: { name: 'Getting started', words: 'steps list install first' },
      },
    },
    {
      href: paths.userDashboard.href('settings'),
      texts: {
        'pt-BR': { name: 'Sua conta', words: 'senha trocar senha nome acesso segunda etapa aparelhos' },
        en: { name: 'Your account', words: 'password change password name sign-in second step devices' },
      },
    },
    {
      href: `${settings}#export`,
      texts: {
        'pt-BR': { name: 'Exportar tudo', words: 'backup cópia de segurança baixar levar dados csv planilha' },
        en: { name: 'Export everything', words: 'backup download take data csv spreadsheet' },
      },
    },
    {
      href: `${settings}#server`,
      texts: {
        'pt-BR': { name: 'Endereço do site e servidor', words: 'domínio url variáveis remetente reiniciar' },
        en: { name: 'Site address and server', words: 'domain url variables sender restart' },
      },
    },
  ],
  load: () => import('./settings-tab.tsx'),
});
