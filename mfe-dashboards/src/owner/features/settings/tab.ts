import { adminTab } from '../../common/admin-tab.ts';

export const settingsTab = adminTab({
  id: 'settings',
  permission: 'site',
  icon: 'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.75a2.25 2.25 0 1 0 0 4.5 2.25 2.25 0 0 0 0-4.5ZM8.5 14.75a2.25 2.25 0 1 0 0 4.5 2.25 2.25 0 0 0 0-4.5Z',
  texts: {
    'pt-BR': {
      name: 'Configurações',
      words: 'identidade redes sociais moedas fuso horário categorias e-mail de teste serviços verificar começar etapas',
    },
    en: {
      name: 'Settings',
      words: 'identity social links currencies time zone categories test email services check getting started steps',
    },
  },
  load: () => import('./settings-tab.tsx'),
});
