import type { AdminTab } from '@site/shared/paths.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

/** The admin area's name and those of its tabs, as the menu, page titles and the search say them. */
export const adminLabels = defineTexts(
  {
    area: 'Painel',
    tabs: {
      overview: 'Visão geral',
      ebooks: 'eBooks',
      analytics: 'Análises',
      content: 'Conteúdo',
      users: 'Usuários',
      orders: 'Pedidos',
      settings: 'Configurações',
      messages: 'Mensagens',
      subscribers: 'Inscritos',
      audit: 'Histórico',
    } satisfies Record<AdminTab, string>,
  },
  {
    area: 'Dashboard',
    tabs: {
      overview: 'Overview',
      ebooks: 'eBooks',
      analytics: 'Analytics',
      content: 'Content',
      users: 'Users',
      orders: 'Orders',
      settings: 'Settings',
      messages: 'Messages',
      subscribers: 'Subscribers',
      audit: 'History',
    },
  },
);
