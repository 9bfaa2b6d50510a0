import { SETTING_BLOCKS } from '@site/shared/contracts/admin-content.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { blockFind } from '../../block-editor/blocks.ts';
import { adminTab, find } from '../../common/admin-tab.ts';

const support = adminPaths.support.href();
const settings = paths.dashboard.href('settings');

export const settingsTab = adminTab({
  id: 'settings',
  permission: 'site',
  icon: 'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.75a2.25 2.25 0 1 0 0 4.5 2.25 2.25 0 0 0 0-4.5ZM8.5 14.75a2.25 2.25 0 1 0 0 4.5 2.25 2.25 0 0 0 0-4.5Z',
  texts: { 'pt-BR': { name: 'Configurações' }, en: { name: 'Settings' } },
  words: 'ajustes preferências opções preferences options setup',
  finds: [
    ...SETTING_BLOCKS.map(blockFind),
    find(`${support}#notices`, 'Avisos por e-mail', 'Email notices', 'notificações resumo diário alertas notifications daily summary'),
    find(
      `${support}#state`,
      'Estado do sistema',
      'System status',
      'verificar serviços stripe pagamentos erro falha check services payments fault',
    ),
    find(`${support}#test-email`, 'E-mail de teste', 'Test email', 'enviar spam smtp entrega send delivery'),
    find(`${settings}&view=setup`, 'Para começar', 'Getting started', 'etapas lista primeiros passos steps first'),
    find(`${settings}#second-factor`, 'Segunda etapa para entrar', 'Two-step sign-in', 'senha acesso segurança 2fa password security'),
    find(paths.userDashboard.href('settings'), 'Sua conta', 'Your account', 'trocar senha nome aparelhos change password name devices'),
    find(
      `${settings}#export`,
      'Exportar tudo',
      'Export everything',
      'backup cópia segurança baixar dados csv planilha download data spreadsheet',
    ),
    find(
      `${settings}#server`,
      'Endereço do site e servidor',
      'Site address and server',
      'domínio url variáveis remetente reiniciar domain variables sender restart',
    ),
  ],
  load: () => import('./settings-tab.tsx'),
});
