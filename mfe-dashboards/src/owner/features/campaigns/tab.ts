import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { adminTab } from '../../common/admin-tab.ts';

export const campaignsTab = adminTab({
  id: 'campaigns',
  permission: 'content',
  icon: 'M4 6.5h16v11H4v-11Zm0 .5 8 6 8-6',
  texts: { 'pt-BR': { name: 'Cartas' }, en: { name: 'Newsletter issues' } },
  words: 'newsletter e-mail enviar assinantes boletim campanha agendar newsletter email send subscribers mailing campaign schedule',
  finds: [
    {
      href: adminPaths.series.href(),
      texts: { 'pt-BR': { name: 'Série de boas-vindas' }, en: { name: 'Welcome series' } },
      words: 'automática automação sequência novos assinantes automatic automation sequence drip new subscribers',
    },
  ],
  load: () => import('./campaigns-tab.tsx'),
});
