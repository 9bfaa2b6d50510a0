export type DemoAccount = { uid: string; role: 'customer' | 'admin'; email: string; name: string; createdAt: string };

/** The password of all demo accounts. */
export const demoPassword = 'semente-demo';

/** The accounts of the demo site. Their uids never change, because demo orders and entitlements refer to them. */
export const demoAccounts = {
  /** A customer who has bought eBooks. */
  customer: {
    uid: 'demo-cliente',
    role: 'customer',
    email: 'cliente@semente.test',
    name: 'Clara Nogueira',
    createdAt: '2025-11-03T12:20:00Z',
  },
  /** A customer who has bought nothing yet. */
  newcomer: {
    uid: 'demo-nova',
    role: 'customer',
    email: 'nova@semente.test',
    name: 'Nova Ribeiro',
    createdAt: '2026-11-02T18:05:00Z',
  },
  admin: {
    uid: 'demo-admin',
    role: 'admin',
    email: 'admin@semente.test',
    name: 'Marina Alvorada',
    createdAt: '2025-10-01T09:00:00Z',
  },
  team: {
    uid: 'demo-equipe',
    role: 'admin',
    email: 'equipe@semente.test',
    name: 'Equipe Raiz & Palavra',
    createdAt: '2025-10-01T09:30:00Z',
  },
} as const satisfies Record<string, DemoAccount>;
